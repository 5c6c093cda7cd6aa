import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './find-barriers.ts'

/**
 * Checks that a page is accessible: it follows WCAG in the light and the dark theme, and in a window of 360 pixels it does
 * not scroll sideways and cuts nothing off.
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

// Text that ends with an ellipsis, or is for screen readers only, is cut off on purpose.
const findCutOff = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
  const hides = overflowX === 'hidden' && textOverflow !== 'ellipsis' && clipPath === 'none'
  return hides && element.scrollWidth > element.clientWidth + 1
}).map((element) => element.outerHTML.slice(0, 500))`
