import type { Locator, Page } from 'playwright-core'
import { findSecrets } from '../evidence/take-screenshot.ts'

const TIMEOUT_MS = 1500
const AROUND = 24
const WIDEST = 800
const HIGHEST = 400
/** Of one picture. */
const MOST_BYTES = 64 * 1024

/**
 * A picture of an element and what is around it, a JPEG with secrets painted over; undefined where it cannot be taken
 * now, or is too large to be kept.
 */
export async function takeElementPicture(
  page: Page,
  locator: Locator,
  secrets: string[],
): Promise<Buffer | undefined> {
  try {
    await locator.scrollIntoViewIfNeeded({ timeout: TIMEOUT_MS })
    const box = await locator.boundingBox({ timeout: TIMEOUT_MS })
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
    const image = await page.screenshot({ type: 'jpeg', quality: 60, timeout: TIMEOUT_MS, mask, clip })
    return image.length > MOST_BYTES ? undefined : image
  } catch {
    return undefined
  }
}
