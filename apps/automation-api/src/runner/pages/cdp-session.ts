import type { CDPSession, Page } from 'playwright-core'

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/**
 * The page's own DevTools session, for features that Playwright lacks. It stays open as long as the page, because its
 * emulations end with it.
 */
export function getCdpSession(page: Page): Promise<CDPSession> {
  let session = sessions.get(page)
  if (!session) sessions.set(page, (session = page.context().newCDPSession(page)))
  return session
}
