import type { Page } from 'playwright-core'

export interface Point {
  x: number
  y: number
}

/** The width of the pages that live views show. */
const pageWidth = 1280

/**
 * Waits until a live view has drawn its page.
 *
 * @param label of the picture
 *
 * @returns presses at a position of that page
 */
export async function pointInPicture(page: Page, label: string): Promise<(at: Point) => Promise<void>> {
  const picture = page.getByLabel(label)
  await picture.waitFor()
  await page.waitForFunction((least) => document.querySelector('canvas')!.width > least, pageWidth / 2)
  return async ({ x, y }) => {
    await picture.scrollIntoViewIfNeeded()
    const box = (await picture.boundingBox())!
    const scale = box.width / pageWidth
    await page.mouse.click(box.x + x * scale, box.y + y * scale)
  }
}
