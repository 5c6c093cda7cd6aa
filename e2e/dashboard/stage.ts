import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { signIn, signUp } from './sign-up.ts'
import { keepScreenshot, startBrowser, type TestBrowser } from './start-browser.ts'
import { watchProblems } from './watch-problems.ts'

interface Stage {
  /**
   * Opens a page for a user, who signs up unless a password is given. Problems of the page fail the test.
   */
  tell(
    who: { email: string; password?: string },
    story: (page: Page) => Promise<void>,
    options?: { expectProblems?: boolean },
  ): Promise<void>
  browser(): TestBrowser
}

/** A browser for the tests of a file, on the shared stack. */
export function openStage(): Stage {
  const { dashboardUrl } = inject('stack')
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())
  return {
    browser: () => browser,
    async tell({ email, password }, story, { expectProblems = false } = {}) {
      const page = await browser.openPage(dashboardUrl)
      const problems = watchProblems(page)
      try {
        if (password === undefined) await signUp(page, email)
        else await signIn(page, { email, password })
        await story(page)
      } catch (error) {
        await keepScreenshot(page, `failed-${email}`)
        throw new Error(`It stood at ${page.url()}:\n${await page.innerText('body')}`, { cause: error })
      }
      if (!expectProblems) expect(problems).toEqual([])
      await page.context().close()
    },
  }
}
