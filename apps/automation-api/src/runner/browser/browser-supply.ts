import { connectBrowser } from './connect-browser.ts'
import { findChromium, type FoundChromium } from './find-chromium.ts'
import { launchBrowser } from './launch-browser.ts'
import { proxyName } from './launch-arguments.ts'
import type { RunnerBrowser } from './runner-browser.ts'

/** How browsers get at a proxy that this process runs for them. */
export interface ProxyReach {
  /** The address to listen on. */
  listenOn: string
  /** What the browser calls it by. */
  calledAs: string
  /** Whether others could reach it too. */
  needsToken: boolean
}

/** Where the browsers come from. Whoever opens one closes it. */
export interface BrowserSupply {
  open: () => Promise<RunnerBrowser>
  /** Undefined where the other side keeps its browsers from what they must not reach. */
  proxyReach: ProxyReach | undefined
}

export interface BrowserSupplyOptions {
  /** A Chromium of the operator's; else one of the system's, else the one from npm. */
  executablePath?: string | undefined
  /** A remote browser or grid instead, `ws:`, `wss:`, `http:` or `https:`. May hold a secret. */
  cdpUrl?: string | undefined
  /** The name or address by which the remote browser reaches this process. */
  proxyHost?: string | undefined
  /** The remote side lets its browsers reach public addresses only, and so needs no proxy of ours. */
  isGridIsolated?: boolean | undefined
  /** Bound on the JavaScript heap of a page. */
  heapMegabytes?: number | undefined
  /** Bound on the resident memory of a page's process. */
  pageMegabytes?: number | undefined
}

/** Throws an Error where a remote browser would be used without anything that isolates it. */
export function createBrowserSupply(options: BrowserSupplyOptions = {}): BrowserSupply {
  const { cdpUrl, proxyHost, isGridIsolated = false, executablePath, ...limits } = options
  if (cdpUrl === undefined) {
    let found: Promise<FoundChromium> | undefined
    return {
      async open() {
        found ??= findChromium({ executablePath })
        // A browser may be installed, or the temp directory cleaned, while this process runs.
        return await launchBrowser({ found: await found, isolated: true, ...limits }).catch(
          (error: unknown) => {
            found = undefined
            throw error
          },
        )
      },
      proxyReach: { listenOn: '127.0.0.1', calledAs: proxyName, needsToken: false },
    }
  }
  if (proxyHost === undefined && !isGridIsolated) {
    throw new Error(
      'A remote browser needs the name by which it reaches our proxy, unless its grid isolates it.',
    )
  }
  return {
    open: () => connectBrowser(cdpUrl),
    proxyReach:
      proxyHost === undefined ? undefined : { listenOn: '0.0.0.0', calledAs: proxyHost, needsToken: true },
  }
}
