import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './launch-browser.ts'
import type { RunnerBrowser } from './runner-browser.ts'

/** For tests: one page of a browser for all tests of a file. */
export function openTestPage(): () => Page {
  let browser: RunnerBrowser
  let page: Page
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await (await browser.newContext()).newPage()
  })
  afterAll(() => browser.close())
  return () => page
}
