import type { BrowserContext } from 'playwright-core'
import { launchBrowser } from './launch-browser.ts'
import type { RunnerBrowser } from './runner-browser.ts'

// By whether it is isolated. Files share a worker, and a browser ends with its worker, at the end of the pipe to it.
const shared = new Map<boolean, Promise<RunnerBrowser>>()

/**
 * For tests: the browser of this worker, because starting one takes longer than most tests. `close` closes the contexts that
 * were opened through this call.
 *
 * @param isolated as runs need it
 */
export async function openTestBrowser({ isolated = false } = {}): Promise<RunnerBrowser> {
  if (!(await shared.get(isolated))?.isConnected()) shared.set(isolated, launchBrowser({ isolated }))
  const browser = await shared.get(isolated)!
  const contexts: BrowserContext[] = []
  return {
    version: browser.version,
    pid: browser.pid,
    isConnected: browser.isConnected,
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  }
}
