import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openTestBrowser } from './test-browser.ts'
import type { RunnerBrowser } from './runner-browser.ts'

/** For tests: one page of a browser for all tests of a file. */
export function openTestPage(): () => Page {
  let browser: RunnerBrowser
  let page: Page
  beforeAll(async () => {
    browser = await openTestBrowser()
    page = await (await browser.newContext()).newPage()
  })
  afterAll(() => browser.close())
  return () => page
}
