import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBrowser } from '../../../runner/browser/test-browser.ts'
import type { RunnerBrowser } from '../../../runner/browser/runner-browser.ts'
import { surveyPage } from './survey-page.ts'

let browser: RunnerBrowser
beforeAll(async () => {
  browser = await openTestBrowser()
})
afterAll(() => browser.close())

it('a page that has crashed is not taken for one without elements', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.setContent('<button>Save</button>')
  expect((await surveyPage(page)).map(({ name }) => name)).toEqual(['Save'])
  const crashed = page.waitForEvent('crash')
  const opening = page.goto('chrome://crash').catch(() => {})
  await crashed
  await opening
  await expect(surveyPage(page)).rejects.toMatchObject({ reason: 'page_unreachable' })
})

it('a window that was closed has no elements', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.close()
  expect(await surveyPage(page)).toEqual([])
})
