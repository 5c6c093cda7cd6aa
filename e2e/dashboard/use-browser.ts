import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { signIn, signUp } from './sign-up.ts'
import { saveScreenshot, startBrowser, type TestBrowser } from './start-browser.ts'
import { watchProblems } from './watch-problems.ts'

interface BrowserTests {
  /** Runs a story on a page where a user is signed in; signs them up without a password. Problems of the page fail the test. */
  signedIn(
    who: { email: string; password?: string },
    story: (page: Page) => Promise<void>,
    options?: { expectProblems?: boolean },
  ): Promise<void>
  browser(): TestBrowser
}

/** For tests: a browser for the file, on the shared stack. */
export function useBrowser(): BrowserTests {
  const { dashboardUrl } = inject('stack')
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())
  return {
    browser: () => browser,
    async signedIn({ email, password }, story, { expectProblems = false } = {}) {
      const page = await browser.openPage(dashboardUrl)
      const problems = watchProblems(page)
      try {
        if (password === undefined) await signUp(page, email)
        else await signIn(page, { email, password })
        await story(page)
      } catch (error) {
        await saveScreenshot(page, `failed-${email}`)
        throw new Error(`The page was ${page.url()}:\n${await page.innerText('body')}`, { cause: error })
      }
      if (!expectProblems) expect(problems).toEqual([])
      await page.context().close()
    },
  }
}
