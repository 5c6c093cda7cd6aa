import type { Page } from 'playwright-core'

/** Where a page tries to connect. */
export interface Destination {
  /** `http://host:port` */
  origin: string
  host: string
  port: number
  /** The URL of a page on the allowed site that redirects to this URL. */
  redirectTo: (url: string, status?: number) => string
}

/** One way in which a page could reach a server that it must not reach. */
export interface Vector {
  name: string
  /** The page, which is served by the allowed site. */
  page: (to: Destination) => string
  headers?: (to: Destination) => Record<string, string>
  /** Files served beside the page, by name: mostly scripts. */
  files?: (to: Destination) => Record<string, string>
  /** What a run does on the page. */
  visit?: (page: Page) => Promise<unknown>
  /** The notation of the host, if not the address itself. */
  spelling?: (address: string) => string
  /** The addresses that this means, if not the forbidden one. */
  addresses?: string[]
  /**
   * What stops the page. `proxy`: the request is made and refused. `browser`: it is never made, and the page's title
   * says that it tried.
   */
  stoppedBy: 'proxy' | 'browser'
  /**
   * What shows that the vector would work otherwise. `allowed`: the same page reaches an allowed server, from the same
   * browser; the default where the proxy stops it. `unguarded`: the same page reaches the same address from a browser
   * without isolation; the default where the browser stops it. `none`: Chromium's headless shell does not do this at
   * all, other builds do.
   */
  control?: 'allowed' | 'unguarded' | 'none'
  /** What reaches the server where nothing stops the page. */
  arrivesAs?: 'connection' | 'datagram'
}

/** A script of a page. */
export const script = (code: string): string => `<script>${code}</script>`
/** The same, as a module. */
export const moduleScript = (code: string): string => `<script type="module">${code}</script>`
/** How a page says that it tried. */
export const tried = `document.title = 'tried'`
/** A vector that is only a page. */
export const html = (name: string, page: (origin: string) => string): Vector => ({
  name,
  page: ({ origin }) => page(origin),
  stoppedBy: 'proxy',
})
