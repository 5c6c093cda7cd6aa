import type { RunnerBrowser } from './runner-browser.ts'
import { loadPlaywright } from './load-playwright.ts'
import { openContext } from './open-context.ts'
import { settlesWithin } from '@waypost/concurrency'

const connectTimeoutMs = 15_000
const closeTimeoutMs = 5_000

/**
 * Connects to a browser of a remote grid over the DevTools protocol (Browserless, Selenium Grid, Chromium with
 * `--remote-debugging-port`, or a service).
 *
 * Requested from here: a context per run, with our proxy, without downloads and service workers. The grid must provide
 * what only the browser's operator can:
 * - a sandbox, and limits on memory, processor and disk, per browser;
 * - closing browsers whose client is gone (a runner can be killed);
 * - a network that lets the browser reach only the runners' proxy, or failing that the arguments of
 *   `isolationArguments`: WebRTC, and Chromium's own requests, ignore a context's proxy;
 * - a browser that nobody else uses, at an address that only the runners reach.
 */
export async function connectBrowser(cdpUrl: string): Promise<RunnerBrowser> {
  const { chromium } = await loadPlaywright()
  // The URL may hold a token, and Playwright's error repeats it.
  const browser = await chromium
    .connectOverCDP(cdpUrl, { timeout: connectTimeoutMs })
    .catch((error: unknown) => {
      throw new Error(`The remote browser could not be reached: ${describe(error, cdpUrl)}`)
    })
  return {
    version: browser.version(),
    isConnected: () => browser.isConnected(),
    newContext: (options) => openContext(browser, options),
    async close() {
      await settlesWithin(closeTimeoutMs, Promise.all(browser.contexts().map((context) => context.close())))
      await settlesWithin(closeTimeoutMs, browser.close())
    },
  }
}

function describe(error: unknown, cdpUrl: string): string {
  const code =
    error instanceof Error ? /\b(E[A-Z]{4,}|[45]\d\d|Timeout)\b/.exec(error.message)?.[0] : undefined
  return `${URL.parse(cdpUrl)?.host ?? 'not a URL'} (${code ?? 'no answer'})`
}
