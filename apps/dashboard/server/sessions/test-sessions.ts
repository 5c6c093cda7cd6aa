import { expect } from 'vitest'
import { password, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'

export const whoIs = async (browser: TestBrowser) => (await browser.get('/auth/session')).statusCode

/** For tests: signs in with the current e-mail address. */
export const signInWith =
  (current: () => { dashboard: TestDashboard; email: string }) =>
  async (browser = current().dashboard.browser()): Promise<TestBrowser> => {
    const { email } = current()
    expect((await browser.post('/auth/sign-in', { email, password })).statusCode).toBe(200)
    return browser
  }
