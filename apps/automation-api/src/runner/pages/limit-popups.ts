import type { BrowserContext, Page } from 'playwright-core'

/** Closes every page beyond the limit, because each costs as much as a run. Returns a function that ends the watch. */
export function limitPopups(context: BrowserContext, limit = 5): () => void {
  const closeExcess = (page: Page) => {
    // The run's own page is not a popup.
    if (context.pages().length > limit + 1) page.close().catch(() => {})
  }
  context.on('page', closeExcess)
  return () => void context.off('page', closeExcess)
}
