import { settlesWithin } from '@waypost/concurrency'
import type { Traffic, UpstreamProxy } from '@waypost/egress'
import type { BrowserContext } from 'playwright-core'
import type { ControlGroup } from '../jail/control-groups.ts'
import type { BrowserSupply, SuppliedBrowser } from './browser-supply.ts'
import { startRunProxy, type RunProxy, type RunProxyOptions } from './run-proxy.ts'
import { browserAnswersWithinMs, type ContextOptions } from './runner-browser.ts'

/** The browser's part of one run. */
export interface BrowserRun {
  context: BrowserContext
  /** Opens another context in the place of the run's, which is closed. */
  reopen: (options: RunContextOptions, upstream?: UpstreamProxy) => Promise<BrowserContext>
  /** The run's proxy as its browser knows it; undefined where a grid isolates its browsers itself. */
  proxyUrl: string | undefined
  /** The traffic of the run's proxy; undefined where a grid isolates its browsers itself. */
  traffic: () => Traffic | undefined
  /** The first process of its browser; undefined where it runs elsewhere. */
  pid: number | undefined
  /** The control group of its browser, where it has one. */
  group: ControlGroup | undefined
  /** The reason why its browser was ended elsewhere, if so. */
  findExcess: () => Promise<string | undefined>
  /** Whether its browser is about to be stopped: no other run should begin in it. */
  isEnding: () => Promise<boolean>
  /** Ends the browser with all its processes, and every connection of the run, within seconds. Never rejects. */
  close: () => Promise<void>
}

/** What a run may choose. */
type RunContextOptions = Omit<ContextOptions, 'proxy' | 'refusals'>

export interface BrowserPool {
  /** Opens a browser for one run. Rejects if none can be started. */
  openRun: (options?: RunContextOptions) => Promise<BrowserRun>
  /** Closes all browsers, including those with runs. */
  close: () => Promise<void>
}

/** Opens a browser of its own for each run of this process, which nothing of the run outlives. */
export function createBrowserPool({
  supply,
  egress,
  timeoutMs = browserAnswersWithinMs,
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

  async function open(options: RunContextOptions): Promise<BrowserRun> {
    const browser = await openBrowser()
    let proxy: RunProxy | undefined
    const close = async (): Promise<void> => {
      await Promise.all([proxy?.close(), closeBrowser(browser)])
    }
    try {
      proxy = browser.proxyReach && (await startRunProxy(browser.proxyReach, egress))
      const openContext = async (chosen: RunContextOptions): Promise<BrowserContext> => {
        const isolated = { ...chosen, ...(proxy && { proxy: proxy.settings, refusals: proxy.refusals }) }
        const opening = browser.newContext(isolated)
        if (!(await settlesWithin(timeoutMs, opening))) throw new Error('The browser does not answer')
        return opening
      }
      const context = await openContext(options)
      return {
        context,
        async reopen(chosen, upstream) {
          if (upstream && !proxy)
            throw new Error('The browsers of this runner cannot use a proxy of an automation')
          if (upstream) proxy?.useUpstream(upstream)
          const opened = await openContext(chosen)
          await context.close()
          return opened
        },
        pid: browser.pid,
        group: browser.group,
        findExcess: async () => browser.findExcess?.(),
        isEnding: async () => (await browser.isEnding?.()) ?? false,
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
