import type { Page } from 'playwright-core'

export const password = 'a lighthouse in the fog'

interface Credentials {
  email: string
  password: string
}

/** Signs in with an existing account. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/sign-in')
  await sendPassword(page, credentials)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

/** The first step of signing in to an account with two-factor authentication. */
export async function showSecondStep(page: Page, credentials: Credentials): Promise<void> {
  await sendPassword(page, credentials)
  await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
}

async function sendPassword(page: Page, { email, password: given }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(given)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** Creates an account on the sign-up page. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create account' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}
