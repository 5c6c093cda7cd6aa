import type { Locator, Page } from 'playwright-core'
import { findSecrets } from '../evidence/take-screenshot.ts'

/** For all of it: a step waits for its picture, and has a time limit of its own. */
const TIMEOUT_MS = 2500
const AROUND = 24
const WIDEST = 800
const HIGHEST = 400
/** Of one picture. */
const MOST_BYTES = 64 * 1024
/** The lower one is for photographs. */
const QUALITIES = [60, 20]

/**
 * A picture of an element and what is around it, a JPEG with secrets painted over; undefined where it cannot be taken
 * now, or is too large to be kept.
 */
export async function takeElementPicture(
  page: Page,
  locator: Locator,
  secrets: string[],
): Promise<Buffer | undefined> {
  const deadlineAt = performance.now() + TIMEOUT_MS
  const left = () => Math.max(1, deadlineAt - performance.now())
  try {
    // Playwright's own way to scroll waits until the element rests, and some never do.
    await locator.evaluate(
      (element) => {
        // What it returns is the page's, which may replace it, and nothing waits for that.
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      },
      undefined,
      { timeout: left() },
    )
    const box = await locator.boundingBox({ timeout: left() })
    if (!box || box.width === 0 || box.height === 0) return undefined
    const mask = secrets.length > 0 ? await findSecrets(page, secrets) : []
    const x = Math.max(0, box.x - AROUND)
    const y = Math.max(0, box.y - AROUND)
    const clip = {
      x,
      y,
      width: Math.min(WIDEST, box.x - x + box.width + AROUND),
      height: Math.min(HIGHEST, box.y - y + box.height + AROUND),
    }
    for (const quality of QUALITIES) {
      const image = await page.screenshot({ type: 'jpeg', quality, timeout: left(), mask, clip })
      if (image.length <= MOST_BYTES) return image
    }
    return undefined
  } catch {
    return undefined
  }
}
