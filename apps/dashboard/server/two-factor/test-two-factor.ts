import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { password, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'

const stepMs = 30_000

/**
 * For tests: the code that an authenticator app shows.
 *
 * @param ahead by how many time steps the clock of the app is ahead
 */
export const codeOf = (dashboard: TestDashboard, secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: dashboard.services.clock.now() + ahead * stepMs,
  })

/** For tests: six digits that no step around now has. */
export function wrongCodeOf(dashboard: TestDashboard, secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((ahead) => codeOf(dashboard, secret, ahead)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code))!
}

/** For tests: as if the owner had opened the mailed link in a browser that is signed in. */
export async function confirmEmailOf(dashboard: TestDashboard, email: string): Promise<void> {
  await dashboard.database
    .connectAsOwner()
    .db.execute(
      sql`update accounts.accounts set email_confirmed_at = now(), mailbox_proven_at = now() where email = ${email}`,
    )
}

/** For tests: switches the second step on, and lets the time pass in which its first code would be refused. */
export async function switchOn(
  dashboard: TestDashboard,
  browser: TestBrowser,
  email: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await confirmEmailOf(dashboard, email)
  const { secret } = (await browser.post('/auth/two-factor/set-up', { password })).json()
  const confirmed = await browser.post('/auth/two-factor/confirm', { code: codeOf(dashboard, secret) })
  expect(confirmed.statusCode).toBe(200)
  dashboard.advance(stepMs)
  return { secret, recoveryCodes: confirmed.json().recoveryCodes }
}

/** For tests: shows the password in another browser, and returns what the code is sent with. */
export async function challengeIn(browser: TestBrowser, email: string): Promise<string> {
  const answer = await browser.post('/auth/sign-in', { email, password })
  expect(answer.statusCode).toBe(202)
  return answer.json().challenge
}
