import type { BrowserContext, Frame, Page } from 'playwright-core'

const allowedEverywhere = new Set(['http:', 'https:', 'about:', 'blob:', 'chrome-error:'])

/**
 * Closes a context of which a page arrives where none belongs: at `file:`, `data:`, `chrome:` or anything else that is
 * not the web.
 *
 * It is the last of three doors. A run that asks for such an address by itself is refused before it goes
 * (`refuseNavigation`), and Chromium lets no page lead there. Here the context is told to close before whoever
 * navigated learns that a page arrived. The whole context, because Chromium forgets, once in a hundred times, that it
 * was told to close a page that is just arriving.
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

/** Why a run must not go to this address by itself, or undefined. Where it resolves to is for the proxy to say. */
export function refuseNavigation(url: string): string | undefined {
  if (url === 'about:blank') return undefined
  const protocol = URL.parse(url)?.protocol
  if (protocol === undefined) return 'is not a URL'
  return protocol === 'http:' || protocol === 'https:' ? undefined : `"${protocol}" addresses are not allowed`
}

// A frame may show a document that its page carries with it; it is the page that loads whatever is in there.
function isWeb(url: string, isTop: boolean): boolean {
  if (url === '') return true
  const protocol = URL.parse(url)?.protocol ?? ''
  return allowedEverywhere.has(protocol) || (!isTop && (protocol === 'data:' || protocol === 'javascript:'))
}
