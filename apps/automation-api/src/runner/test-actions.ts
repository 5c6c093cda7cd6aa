import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Action } from '../automations/action.ts'
import { performAction } from './actions/perform-action.ts'
import { openTestBrowser } from './browser/test-browser.ts'
import type { RunnerBrowser } from './browser/runner-browser.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import type { ExtractedData } from '@waypost/webhooks'
import type { Step } from './step.ts'

export type Nameless<Each = Action> = Each extends Action ? Omit<Each, 'name'> : never

/** For tests of actions: a browser for the file, a new page for each test, and the pages it can open. */
export function testActions(pages: Parameters<typeof startPageServer>[0]) {
  let browser: RunnerBrowser
  let server: PageServer
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    server = await startPageServer(pages)
    browser = await openTestBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
  beforeEach(async () => {
    context = await browser.newContext()
    page = await context.newPage()
  })
  afterEach(() => context.close())

  return {
    get page() {
      return page
    },
    get context() {
      return context
    },
    get server() {
      return server
    },
    /** The same server is another site to the browser under its other name. */
    url: (path: string, host = '127.0.0.1') => new URL(path, server.url.replace('127.0.0.1', host)).href,
    open: (path: string) => page.goto(new URL(path, server.url).href),
    text: (selector: string) => page.locator(selector).innerText(),
    /** A step that is to succeed gets more time than any machine needs; one that cannot gets a short limit. */
    async perform(
      action: Nameless,
      timeoutMs = 60_000,
      more?: Pick<Step, 'inspect' | 'silentAfterMs'>,
    ): Promise<ExtractedData | void> {
      const deadlineAt = performance.now() + timeoutMs
      const remainingMs = () => Math.max(1, deadlineAt - performance.now())
      const signal = AbortSignal.timeout(timeoutMs + 60_000)
      return performAction({ ...action, name: 'Step' }, { page, timeoutMs, remainingMs, signal, ...more })
    },
  }
}
