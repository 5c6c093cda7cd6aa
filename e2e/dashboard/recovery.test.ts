import { waitFor } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findMailedLink } from './find-mailed-link.ts'
import { password } from './sign-up.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a user can take over an account that somebody else created with their email address', async () => {
  const email = 'evelyn@example.com'
  await signedIn({ email }, (page) => runRecoveryStory({ page, email, ...inject('stack') }))
})

interface Surroundings {
  page: Page
  email: string
  dashboardUrl: string
  automationUrl: string
  aliasUrl: string
}

const newPassword = 'mine from the first day'

/** Somebody registered another person's email address. That person takes over the account and deletes what is not hers. */
async function runRecoveryStory(surroundings: Surroundings): Promise<void> {
  const { page, email, dashboardUrl, automationUrl, aliasUrl } = surroundings
  const { token } = (await send(`${dashboardUrl}/auth/login`, { email, password })) as { token: string }
  const stranger = { authorization: `Bearer ${token}` }
  const { rawKey } = (await send(
    `${automationUrl}/api-keys`,
    { name: 'Back door', scopes: ['automation:read'] },
    stranger,
  )) as { rawKey: string }
  const backDoor = { 'x-api-key': rawKey }
  const automations = `${automationUrl}/api/v1/automations`
  expect(await statusOf(automations, backDoor)).toBe(200)

  await page.getByRole('button', { name: 'Sign out' }).click()
  // Signing out loads another page.
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('we sent it a link').waitFor()
  await page.goto(await findMailedLink(dashboardUrl, email, 'reset-password'))
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('earlier tokens no longer work').waitFor()

  for (const url of [`${automationUrl}/api-keys`, `${aliasUrl}/api-keys`])
    await waitFor('the token to be refused', async () => (await statusOf(url, stranger)) === 401)
  expect(await statusOf(automations, backDoor)).toBe(401)

  await page.getByRole('link', { name: 'Sign in with the new password' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Review access' }).click()
  await page.getByText('Back door').waitFor()
  await page.getByRole('button', { name: 'Restore Back door' }).click()
  await page.getByText('Nothing to review').waitFor()
  expect(await statusOf(automations, backDoor)).toBe(200)
}

async function send(url: string, body: object, headers: Record<string, string> = {}): Promise<never> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as never
}

async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(url, { headers })).status
}
