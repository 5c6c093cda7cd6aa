import type { BrowserContext, Frame, Page } from 'playwright-core'

const allowedEverywhere = new Set(['http:', 'https:', 'about:', 'blob:', 'chrome-error:'])

/**
 * Closes a context when one of its pages arrives at `file:`, `data:`, `chrome:` or anything else that is not the web.
 *
 * This is the last of three defences. A run's own navigation to such a URL is refused beforehand (`refuseNavigation`),
 * and Chromium lets no page navigate there. Here the context is closed before the navigating step learns that a page
 * arrived. The whole context, because Chromium ignores, once in a hundred times, a request to close a page that is
 * just arriving.
 */
export function guardNavigations(context: BrowserContext): void {
  const check = (frame: Frame) => {
    if (!isWeb(frame.url(), frame.parentFrame() === null)) context.close().catch(() => {})
  }
  context.on('page', (page: Page) => {
    check(page.mainFrame())
    page.on('framenavigated', check)
  })
}

/** Why a run must not navigate to this URL, or undefined. The address that it resolves to is checked by the proxy. */
export function refuseNavigation(url: string): string | undefined {
  if (url === 'about:blank') return undefined
  const protocol = URL.parse(url)?.protocol
  if (protocol === undefined) return 'is not a URL'
  return protocol === 'http:' || protocol === 'https:' ? undefined : `"${protocol}" addresses are not allowed`
}

// A frame may show a document that its page embeds; its resources are loaded as the page's.
function isWeb(url: string, isTop: boolean): boolean {
  if (url === '') return true
  const protocol = URL.parse(url)?.protocol ?? ''
  return allowedEverywhere.has(protocol) || (!isTop && (protocol === 'data:' || protocol === 'javascript:'))
}
