import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { generateAutomation } from '../../apps/automation-api/src/intents/generating/generate-automation.ts'
import type { Action } from '../../apps/automation-api/src/automations/action.ts'
import { launchBrowser } from '../../apps/automation-api/src/runner/browser/launch-browser.ts'
import type { RunnerBrowser } from '../../apps/automation-api/src/runner/browser/runner-browser.ts'
import { type PageServer, startPageServer } from '../../apps/automation-api/src/runner/page-server.ts'
import { runActions } from '../../apps/automation-api/src/runner/run-actions.ts'
import { row, type Row } from '../../harness/report.ts'
import { type Came, comesTo } from './come-to.ts'
import { type KnownRequest, readRequests } from './read-requests.ts'
import { sites } from './sites.ts'

interface Answer extends KnownRequest {
  verdict: 'right' | 'wrong' | 'refused' | 'refused rightly' | 'generated though it should not be'
  message: string
  actions: Action[]
  came?: Came
}

/**
 * How many requests without a model become an automation that does what was asked: each generated automation is run, in a
 * browser of its own, and what the run comes to is compared with what the request asks for.
 *
 * Sites and requests were written for this benchmark, before the code. Half of the sites are held out: no result of a
 * request for one of them was read while the grammar was written. One author wrote both halves and the code.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const only = process.argv[3]
  const requests = (await readRequests()).filter(({ site }) => only === undefined || site === only)
  const servers = new Map<string, PageServer>()
  for (const [name, { pages }] of Object.entries(sites)) servers.set(name, await startPageServer(pages))
  const browser = await launchBrowser()
  try {
    const answers: Answer[] = []
    const waiting = [...requests.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, request] = next
        answers[index] = await answer(browser, servers.get(request.site)!.url, request)
      }
    }
    await Promise.all([work(), work(), work()])
    say(`${Object.keys(sites).length} sites, ${requests.length} requests`)
    await mkdir('.data/bench', { recursive: true })
    await writeFile('.data/bench/generation-answers.json', JSON.stringify(answers, null, 1))
    return [false, true].flatMap((isHeldOut) =>
      ['steps', 'sentence'].flatMap((kind) =>
        summarize(
          `${isHeldOut ? 'held out' : 'tuning'}, ${kind}`,
          answers.filter((each) => each.kind === kind && sites[each.site]!.isHeldOut === isHeldOut),
          isHeldOut ? { steps: 85, sentence: 50 }[kind] : undefined,
        ),
      ),
    )
  } finally {
    await browser.close()
    await Promise.all([...servers.values()].map((server) => server.close()))
  }
}

async function answer(browser: RunnerBrowser, address: string, request: KnownRequest): Promise<Answer> {
  const context = await browser.newContext()
  const generated = await generateAutomation({
    page: await context.newPage(),
    text: request.text.replaceAll('SITE', address),
    signal: AbortSignal.timeout(180_000),
    budgetMs: 150_000,
    stepTimeoutMs: 8000,
  })
  await context.close()
  const isRefusalWanted = request.wanted[0] === 'refused'
  if (generated.outcome === 'failed')
    return {
      ...request,
      verdict: isRefusalWanted ? 'refused rightly' : 'refused',
      message: generated.message,
      actions: [],
    }
  const { actions } = generated.automation
  if (isRefusalWanted)
    return { ...request, verdict: 'generated though it should not be', message: '', actions }
  const { came, isRight, error } = await run(browser, actions, (now) =>
    request.wanted.every((part) => comesTo({ ...now, path: now.path.replace(address, '') }, part, address)),
  )
  return { ...request, verdict: isRight ? 'right' : 'wrong', message: error ?? '', actions, came }
}

const LATE_MS = 3000

/** Runs the actions; what the last one leads to may come a moment later. */
async function run(
  browser: RunnerBrowser,
  actions: Action[],
  isWanted: (came: Came) => boolean,
): Promise<{ came: Came; isRight: boolean; error: string | null }> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const files: string[] = []
    const { extractedData, error } = await runActions({
      page,
      actions,
      values: {},
      signal: AbortSignal.timeout(90_000),
      defaultTimeoutMs: 15_000,
      keep: async ({ name }) => {
        files.push(name)
        return name
      },
    })
    const deadlineAt = performance.now() + LATE_MS
    for (;;) {
      const said = await page
        .locator('#said')
        .textContent({ timeout: LATE_MS })
        .catch(() => '')
      const came = { read: extractedData, path: page.url(), said: said ?? '', files }
      const isRight = error === null && isWanted(came)
      if (isRight || error !== null || performance.now() > deadlineAt) return { came, isRight, error }
      await setTimeout(50)
    }
  } finally {
    await context.close()
  }
}

function summarize(prefix: string, answers: Answer[], atLeast: number | undefined): Row[] {
  const wanted = answers.filter((each) => each.wanted[0] !== 'refused')
  const share = (verdict: Answer['verdict'], of: Answer[]) =>
    of.length === 0 ? 0 : (100 * of.filter((each) => each.verdict === verdict).length) / of.length
  const isBound = atLeast !== undefined
  return [
    row(
      `${prefix}, right (${wanted.length} that should work)`,
      share('right', wanted),
      '%',
      isBound ? { atLeast } : {},
    ),
    row(`${prefix}, wrong`, share('wrong', wanted), '%', isBound ? { atMost: 0 } : {}),
    row(`${prefix}, refused`, share('refused', wanted), '%'),
    row(
      `${prefix}, generated though it should not be (${answers.length - wanted.length})`,
      share(
        'generated though it should not be',
        answers.filter((each) => each.wanted[0] === 'refused'),
      ),
      '%',
      isBound ? { atMost: 0 } : {},
    ),
  ]
}
