import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './find-barriers.ts'

// At 1,280 pixels, a zoom of 200 % leaves 640, and one of 400 % leaves 320 (WCAG 1.4.4 and 1.4.10).
const widths = [640, 320]

/**
 * Checks that a page is accessible: it follows WCAG in the light and the dark theme, zoomed in it does not scroll sideways and
 * cuts nothing off, and nothing moves for a user who wants less motion.
 */
export async function lookAtPage(page: Page): Promise<void> {
  const show = (theme: 'light' | 'dark') =>
    page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  expect(await findBarriers(page)).toEqual([])
  await show('dark')
  expect(await findBarriers(page, ['color-contrast'])).toEqual([])
  await show('light')
  expect(await page.evaluate(findCutOff)).toEqual([])
  expect(await page.evaluate(findMotion)).toEqual([])
  const wide = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    expect(await page.evaluate(findBeyond)).toEqual([])
    expect(await page.evaluate(findCutOff)).toEqual([])
  }
  await page.setViewportSize(wide)
}

// Text that ends with an ellipsis, or is for screen readers only, is cut off on purpose.
const findCutOff = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
  const hides = overflowX === 'hidden' && textOverflow !== 'ellipsis' && clipPath === 'none'
  return hides && element.scrollWidth > element.clientWidth + 1
}).map((element) => element.outerHTML.slice(0, 500))`

// What makes the page wider than the window.
const findBeyond = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const beyond = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  )
  return [scrollWidth + ' in ' + clientWidth, ...beyond.slice(-3).map((element) => element.outerHTML.slice(0, 300))]
})()`

const findMotion = `document.getAnimations()
  .filter(({ playState }) => playState === 'running')
  .map(({ animationName, transitionProperty, effect }) =>
    (animationName ?? transitionProperty) + ' of ' + effect.target?.outerHTML.slice(0, 200))`
