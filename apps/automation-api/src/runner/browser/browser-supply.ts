import { connectBrowser } from './connect-browser.ts'
import { findChromium, type FoundChromium } from './find-chromium.ts'
import { launchBrowser } from './launch-browser.ts'
import { proxyName } from './launch-arguments.ts'
import type { RunnerBrowser } from './runner-browser.ts'

/** How browsers reach a proxy of this process. */
export interface ProxyReach {
  /** The address to listen on. */
  listenOn: string
  /** The host name or address that the browser uses. */
  calledAs: string
  /** Whether others could reach the proxy too. */
  needsToken: boolean
}

/** The source of browsers. The caller of `open` must close the browser. */
export interface BrowserSupply {
  open: () => Promise<RunnerBrowser>
  /** Undefined where the remote side isolates its browsers itself. */
  proxyReach: ProxyReach | undefined
}

export interface BrowserSupplyOptions {
  /** The operator's Chromium; by default the system's, else the one from npm. */
  executablePath?: string | undefined
  /** A remote browser or grid instead, `ws:`, `wss:`, `http:` or `https:`. May hold a secret. */
  cdpUrl?: string | undefined
  /** The host name or address by which the remote browser reaches this process. */
  proxyHost?: string | undefined
  /** The remote side lets its browsers reach only public addresses, and so needs no proxy. */
  isGridIsolated?: boolean | undefined
  /** Limit of a page's JavaScript heap. */
  heapMegabytes?: number | undefined
  /** Limit of the resident memory of a page's process. */
  pageMegabytes?: number | undefined
}

/** Throws an Error where a remote browser would be used without any isolation. */
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
