import type { Page } from 'playwright-core'

export const password = 'a lighthouse in the fog'

/** Makes an account as a newcomer does. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Make an account' }).click()
  await page.getByRole('heading', { name: 'Make an account' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}
