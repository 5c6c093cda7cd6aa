import { settlesWithin } from '@waypost/concurrency'
import type { Traffic } from '@waypost/egress'
import type { BrowserContext } from 'playwright-core'
import type { BrowserSupply, SuppliedBrowser } from './browser-supply.ts'
import { startRunProxy, type RunProxy, type RunProxyOptions } from './run-proxy.ts'
import type { ContextOptions } from './runner-browser.ts'

/** The browser's part of one run. */
export interface BrowserRun {
  context: BrowserContext
  /** The run's proxy as its browser knows it; undefined where a grid isolates its browsers itself. */
  proxyUrl: string | undefined
  /** The traffic of the run's proxy; undefined where a grid isolates its browsers itself. */
  traffic: () => Traffic | undefined
  /** The first process of its browser; undefined where it runs elsewhere. */
  pid: number | undefined
  /** Ends the browser with all its processes, and every connection of the run, within seconds. Never rejects. */
  close: () => Promise<void>
}

export interface BrowserPool {
  /** Opens a browser for one run. Rejects if none can be started. */
  openRun: (options?: Omit<ContextOptions, 'proxy' | 'refusals'>) => Promise<BrowserRun>
  /** Closes all browsers, including those with runs. */
  close: () => Promise<void>
}

/** Opens a browser of its own for each run of this process, which nothing of the run outlives. */
export function createBrowserPool({
  supply,
  egress,
  timeoutMs = 5_000,
}: {
  supply: BrowserSupply
  egress: RunProxyOptions
  /** For opening a context. */
  timeoutMs?: number
}): BrowserPool {
  const browsers = new Set<SuppliedBrowser>()
  let isClosed = false

  const openBrowser = async (): Promise<SuppliedBrowser> => {
    if (isClosed) throw new Error('The browsers of this process were closed')
    const browser = await supply.open()
    browsers.add(browser)
    if (isClosed) await closeBrowser(browser)
    return browser
  }
  const closeBrowser = async (browser: SuppliedBrowser): Promise<void> => {
    await browser.close().catch(() => {})
    browsers.delete(browser)
  }

  async function open(options: ContextOptions): Promise<BrowserRun> {
    const browser = await openBrowser()
    let proxy: RunProxy | undefined
    const close = async (): Promise<void> => {
      await Promise.all([proxy?.close(), closeBrowser(browser)])
    }
    try {
      proxy = browser.proxyReach && (await startRunProxy(browser.proxyReach, egress))
      const isolated = { ...options, ...(proxy && { proxy: proxy.settings, refusals: proxy.refusals }) }
      const opening = browser.newContext(isolated)
      if (!(await settlesWithin(timeoutMs, opening))) throw new Error('The browser does not answer')
      const context = await opening
      return {
        context,
        pid: browser.pid,
        proxyUrl: proxy?.settings.server,
        traffic: () => proxy?.traffic(),
        close,
      }
    } catch (error) {
      await close()
      throw error
    }
  }

  return {
    // A browser can be gone without notice: the run then gets another one.
    openRun: (options = {}) => open(options).catch(() => open(options)),
    async close() {
      isClosed = true
      await Promise.all([...browsers].map(closeBrowser))
      await supply.close()
    },
  }
}
