import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './find-barriers.ts'

/**
 * Whether anybody can use what is shown: by the rules of WCAG, light and dark, and without scrolling sideways in a window
 * of 360 pixels or anything that is cut off.
 */
export async function lookAtPage(page: Page): Promise<void> {
  const show = (theme: 'light' | 'dark') =>
    page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  expect(await findBarriers(page)).toEqual([])
  await show('dark')
  expect(await findBarriers(page, ['color-contrast'])).toEqual([])
  await show('light')
  expect(await page.evaluate(findCutOff)).toEqual([])
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  const beyond = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(beyond).toBe(0)
  expect(await page.evaluate(findCutOff)).toEqual([])
  await page.setViewportSize(wide)
}

// Where an ellipsis says that there is more, or one is not to see it, it is meant.
const findCutOff = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
  const hides = overflowX === 'hidden' && textOverflow !== 'ellipsis' && clipPath === 'none'
  return hides && element.scrollWidth > element.clientWidth + 1
}).map((element) => element.outerHTML.slice(0, 500))`
