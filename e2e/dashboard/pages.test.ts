import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { measureFirstLoad } from './measure-first-load.ts'
import { gatePages, pages } from './pages.ts'
import { signUp } from './sign-up.ts'
import { useBrowser } from './use-browser.ts'
import { watchProblems } from './watch-problems.ts'

const tests = useBrowser()
const { dashboardUrl } = inject('stack')

describe('every page', () => {
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    page = await tests.browser().openPage(dashboardUrl)
    problems = watchProblems(page)
    await signUp(page, 'katherine@example.com')
  })

  test.each(pages)('$path is accessible', async ({ path, title, shows }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText(shows).first().waitFor()
    await lookAtPage(page)
    expect(problems).toEqual([])
  })

  test.each(gatePages)('$path is accessible when signed out', async ({ path, title }) => {
    const stranger = await tests.browser().openPage(dashboardUrl)
    await stranger.goto(path)
    await stranger.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await lookAtPage(stranger)
    await stranger.context().close()
  })

  test('the keyboard alone is enough to skip the menu, open a dialog and close it', async () => {
    const focused = () => page.locator(':focus')
    await page.goto('/addresses')
    await page.getByRole('button', { name: 'New alias' }).first().waitFor()
    await page.keyboard.press('Tab')
    expect(await focused().innerText()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused().innerText()).toBe('New alias')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Label').and(focused()).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New alias' }).first().and(focused()).waitFor()
  })

  test.each(['/sign-in', '/', '/automations/new', '/mailbox'])(
    '%s loads with less than 200 kB',
    async (path) => {
      // When signed out, every page but the first would redirect to the sign-in page.
      const as = path === '/sign-in' ? undefined : page
      const { kilobytes } = await measureFirstLoad(tests.browser(), `${dashboardUrl}${path}`, as)
      expect(kilobytes).toBeGreaterThan(20)
      expect(kilobytes).toBeLessThan(200)
    },
  )

  test('the overview, which is seen first, loads with at most 20 requests and 150 kB', async () => {
    const { kilobytes, requests } = await measureFirstLoad(tests.browser(), dashboardUrl, page)
    expect(requests).toBeGreaterThan(8)
    expect(requests).toBeLessThanOrEqual(20)
    expect(kilobytes).toBeLessThanOrEqual(150)
  })
})
