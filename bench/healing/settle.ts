/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** The time that a page has to load: on a busy machine, the pages of other applications take longer than ours. */
export const LOAD_TIMEOUT_MS = 180_000

/** Waits until no control of the page has moved for 300 ms, at most 5 s: pages animate, and are built in parts. */
export async function settle(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const seen = [...document.querySelectorAll('a, button, input, select, textarea')].map((each) => {
        const { x, y, width } = each.getBoundingClientRect()
        return `${Math.round(x)},${Math.round(y)},${Math.round(width)}`
      })
      return seen.join(' ')
    })
  let before = ''
  for (let unchanged = 0, looks = 0; unchanged < 3 && looks < 50; looks += 1) {
    await page.waitForTimeout(100)
    const now = await look()
    unchanged = now === before ? unchanged + 1 : 0
    before = now
  }
}
