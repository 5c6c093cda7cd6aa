import { chromium } from 'playwright-core'
import type { RunnerBrowser } from './runner-browser.ts'
import { openContext } from './open-context.ts'
import { settlesWithin } from './settles-within.ts'

const connectTimeoutMs = 15_000
const closeTimeoutMs = 5_000

/**
 * Connects to a browser of a remote grid over the DevTools protocol (Browserless, Selenium Grid, Chromium with
 * `--remote-debugging-port`, or a service).
 *
 * What can be asked of it from here is asked: a context of its own per run, with our proxy, without downloads and
 * service workers. What only whoever starts the browser can do, the grid has to bring:
 *  - a sandbox, and bounds on memory, processor and disk, per browser;
 *  - an end for browsers whose client has gone (a runner can be killed);
 *  - a network that lets the browser reach the proxy of the runners and nothing else, or failing that the arguments of
 *    `isolationArguments`: WebRTC, and what Chromium does on its own account, know nothing of a context's proxy;
 *  - a browser that is nobody else's, at an address that only the runners reach.
 */
export async function connectBrowser(cdpUrl: string): Promise<RunnerBrowser> {
  // The address may hold a token and Playwright's error repeats it.
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
