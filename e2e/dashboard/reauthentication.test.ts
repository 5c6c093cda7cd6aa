import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { password } from './sign-up.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
const { databases } = inject('stack')
const email = 'aspasia@example.com'

test('ten minutes after the sign-in a new API key waits until its user has entered the password', async () => {
  await signedIn(
    { email },
    async (page) => {
      await page.goto('/keys/automation')
      await beginKey(page, 'Nightly reports')
      await letTimePass()
      const check = page.getByRole('dialog', { name: 'Confirm that it is you' })
      const create = page.getByRole('dialog', { name: 'New key' })

      // Whoever does not know the password gets no key, and what was typed stays.
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await check.getByLabel('Password').fill('not the one')
      await lookAtPage(page)
      await saveScreenshot(page, 'reauthentication')
      await check.getByRole('button', { name: 'Confirm' }).click()
      await check.getByText('The password is wrong').waitFor()
      await page.keyboard.press('Escape')
      await check.waitFor({ state: 'detached' })
      await create.getByText('Confirm that it is you, then try again').waitFor()

      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await check.getByLabel('Password').fill(password)
      await check.getByRole('button', { name: 'Confirm' }).click()
      const made = page.getByRole('dialog', { name: 'Your new key' })
      await made.getByText(/gfac_/).first().waitFor()
      await check.waitFor({ state: 'detached' })
    },
    // The browser says that an answer was a 403.
    { expectProblems: true },
  )
})

async function beginKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
}

/** Lets the sign-in of the account be eleven minutes old. */
async function letTimePass(): Promise<void> {
  const client = new Client({ connectionString: databases.accounts })
  await client.connect()
  const { rowCount } = await client.query(
    `update accounts.sessions set authenticated_at = now() - interval '11 minutes'
     where account_id = (select id from accounts.accounts where email = $1)`,
    [email],
  )
  await client.end()
  expect(rowCount).toBe(1)
}
