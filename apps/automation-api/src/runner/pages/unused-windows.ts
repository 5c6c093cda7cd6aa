import type { Page } from 'playwright-core'

const used = new WeakSet<Page>()

/** Records that a step used this window. */
export function useWindow(page: Page): void {
  used.add(page)
}

/** The windows that opened beside the run's own page and that no step has used. */
export function listUnusedWindows(main: Page): Page[] {
  return main
    .context()
    .pages()
    .filter((page) => page !== main && !used.has(page) && page.url() !== '')
}
