import type { Page } from 'playwright-core'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { newAutomation } from '../../automations/automation.ts'
import { fillVariables } from '../../automations/variables/fill-variables.ts'
import { openTestBrowser } from '../../runner/browser/test-browser.ts'
import type { RunnerBrowser } from '../../runner/browser/runner-browser.ts'
import { type PageServer, startPageServer } from '../../runner/page-server.ts'
import { findChildFrame } from '../../runner/pages/find-frames.ts'
import { runActions } from '../../runner/run-actions.ts'
import { toLocator } from '../../runner/elements/selectors.ts'
import { generateAutomation, type GenerationOptions } from './generate-automation.ts'

/** What is missing is waited for as long. */
export const forWhatIsMissing = { stepTimeoutMs: 6000 }

/**
 * For tests: a browser and pages for the file, a new page for each text, and runs of the generated automation.
 * Generation mostly waits, so these tests run concurrently.
 */
export function testGeneration(pages: Parameters<typeof startPageServer>[0]) {
  let browser: RunnerBrowser
  let server: PageServer

  beforeAll(async () => {
    server = await startPageServer(pages)
    browser = await openTestBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  const openPage = async () => (await browser.newContext()).newPage()

  /** SITE in a text stands for the pages' URL. */
  async function generate(text: string, options: Partial<GenerationOptions> = {}) {
    const page = options.page ?? (await openPage())
    const generation = await generateAutomation({
      text: text.replaceAll('SITE', server.url),
      signal: AbortSignal.timeout(590_000),
      budgetMs: 500_000,
      ...forWhatIsMissing,
      ...options,
      page,
    })
    if (!options.page) await page.context().close()
    if (generation.outcome === 'generated') {
      const { success, data } = newAutomation.safeParse(generation.automation)
      expect(success).toBe(true)
      expect(data).toEqual(generation.automation)
    }
    return generation
  }

  async function generated(text: string, options: Partial<GenerationOptions> = {}) {
    // Only what hangs takes as long.
    const generation = await generate(text, { stepTimeoutMs: 30_000, ...options })
    if (generation.outcome === 'failed') throw new Error(`${generation.reason}: ${generation.message}`)
    return generation.automation
  }

  async function failed(text: string, options: Partial<GenerationOptions> = {}) {
    const generation = await generate(text, options)
    if (generation.outcome === 'failed') return generation
    throw new Error(`made: ${generation.automation.actions.map(({ name }) => name).join(', ')}`)
  }

  /**
   * Runs the actions as a runner does, in a context of its own, and returns what they read. Before each action, all of
   * its selectors must find the same single element.
   */
  async function run(actions: Action[], values: Record<string, string> = {}) {
    const ran = await openPage()
    const read = {}
    for (const [index, action] of actions.entries()) {
      // Both belong to the action before them.
      if (/^(?:dialog|waitForDownload)$/.test(action.type)) continue
      await expectOneElement(ran, fillVariables(action, values))
      const next = actions[index + 1]
      const isFollowed = next !== undefined && /^(?:dialog|waitForDownload)$/.test(next.type)
      const { extractedData, error } = await runActions({
        page: ran,
        actions: isFollowed ? [action, next] : [action],
        values,
        signal: AbortSignal.timeout(590_000),
        defaultTimeoutMs: 60_000,
      })
      expect(error).toBeNull()
      Object.assign(read, extractedData)
    }
    const url = ran.url()
    await ran.context().close()
    return { read, path: url.replace(server.url, '') }
  }

  /** Runs all of the actions at once, as steps within others and references to outputs need it. */
  async function runTogether(actions: Action[], values: Record<string, string> = {}) {
    const page = await openPage()
    const { extractedData, error, steps } = await runActions({
      page,
      actions,
      values,
      signal: AbortSignal.timeout(590_000),
      defaultTimeoutMs: 60_000,
    })
    const url = page.url()
    await page.context().close()
    return { read: extractedData, error, steps, path: url.replace(server.url, '') }
  }

  return {
    runTogether,
    /** A page in its own context, for a text whose page is inspected afterwards. */
    openPage,
    generate,
    generated,
    failed,
    run,
    /** What a run of the automation generated from a text reads. */
    async read(text: string, values: Record<string, string> = {}, others = values) {
      const { actions } = await generated(text, { variables: values })
      return (await run(actions, others)).read
    },
    get server() {
      return server
    },
  }
}

async function expectOneElement(main: Page, action: Action): Promise<void> {
  if (!('selectors' in action) || !action.selectors) return
  if (action.type === 'waitForElement' && action.visible === false) return
  const { frame: frames = [], selectors, target } = action
  const find = () => {
    const page =
      target === undefined
        ? main
        : main
            .context()
            .pages()
            .find((each) => each.url() === target)
    return page && findChildFrame(page.mainFrame(), frames)
  }
  const path = await waitFor(`the page of "${action.name}"`, find)
  const found = selectors.map((selector) => toLocator(path, selector).filter({ visible: true }))
  const places = () =>
    Promise.all(
      found.map((each) =>
        each.evaluateAll((all) =>
          all.map((one) => {
            let way = ''
            for (let element = one; element; element = element.parentElement)
              way = `/${element.localName}${[...(element.parentElement?.children ?? [])].indexOf(element)}${way}`
            return way
          }),
        ),
      ),
    )
  // The page may still be loading.
  await waitFor(
    `all selectors of "${action.name}" to find the same: ${JSON.stringify(selectors)}`,
    async () => {
      const all = await places()
      const isMultiple = action.type === 'extractText' && action.multiple === true
      return (
        all[0]!.length > 0 &&
        all.every((each) => (isMultiple || each.length === 1) && String(each) === String(all[0]))
      )
    },
    60_000,
  )
}
