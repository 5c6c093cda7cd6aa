/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** Until nothing on the page has moved for a while: parts slide in, and are built one by one. */
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
