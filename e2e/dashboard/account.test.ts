import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findMailedLink } from './find-mailed-link.ts'
import { password } from './sign-up.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user can confirm their email, sign out everywhere, reset the password and delete the account', async () => {
  const email = 'mary@example.com'
  await signedIn({ email }, (page) =>
    runAccountStory({ page, email, dashboardUrl: inject('stack').dashboardUrl }),
  )
})

interface Surroundings {
  page: Page
  dashboardUrl: string
  email: string
}

/** Confirms an email address, resets a password and signs out another browser. */
async function runAccountStory({ page, dashboardUrl, email }: Surroundings): Promise<void> {
  await page.goto(await findMailedLink(dashboardUrl, email, 'confirm-email'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${email} is confirmed.`).waitFor()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await page.getByText('Create an automation').waitFor()
  expect(await page.getByText('Confirm your email').count()).toBe(0)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Export' }).waitFor()
  const address = await page.evaluate(makeAddress)
  await page.evaluate(makeAutomation, file)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('waypost-account.json')
  const exported: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(exported).toMatchObject({
    account: { account: { email } },
    plan: { plan: 'free' },
    automations: [{ actions: [{ file }] }],
    automationApiKeys: [{ name: 'Dashboard sign-in' }],
    addresses: [{ address }],
  })
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByText('this browser').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  // Signing in leads to the page that was requested before.
  await page.goto('/sessions')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await enter(page, email, 'something else')
  await page.getByText('Invalid email or password').waitFor()
  await enter(page, email, password)
  await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('we sent it a link').waitFor()
  await page.goto(await findMailedLink(dashboardUrl, email, 'reset-password'))
  await page.getByLabel('New password').fill('another lighthouse')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('link', { name: 'Sign in with the new password' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await enter(page, email, 'another lighthouse')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await dialog.getByText('The password is wrong').waitFor()
  await dialog.getByLabel('Password').fill('another lighthouse')
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await enter(page, email, 'another lighthouse')
  await page.getByText('Invalid email or password').waitFor()
}

const file = { name: 'list.csv', contentType: 'text/csv', contentBase64: 'YSxiCjEsMgo=' }

// Runs in the page, so that the request has its session.
async function makeAutomation(given: typeof file): Promise<void> {
  await fetch('/automation/api/v1/automations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Send the list',
      actions: [{ name: 'Send', type: 'upload', selectors: ['#list'], file: given }],
    }),
  })
}

async function makeAddress(): Promise<string> {
  const answer = await fetch('/alias/api/v1/addresses', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await answer.json()) as { data: { address: string } }).data.address
}

async function enter(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
