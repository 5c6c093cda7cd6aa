import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user can run each automation of a template at once, and make an alias of one', async () => {
  await signedIn({ email: 'rosalind@example.com' }, async (page) => {
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
    await lookAtPage(page)
    await run(page, 'Sign in and read', 'Knots for the Patient')
    await run(page, 'Watch a price', 'In stock')
    await run(page, 'Fill in a form', 'Ada, we read your message')
    await run(page, 'Download a report', 'report.csv')
    await page.goto('/templates')
    await page.getByRole('button', { name: 'Create: Newsletter alias' }).click()
    await page.getByText(/^Send an email to newsletters-/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/mailbox')
  })
})

async function run(page: Page, title: string, result: string): Promise<void> {
  await page.goto('/templates')
  await page.getByRole('button', { name: `Create and run: ${title}` }).click()
  await page.waitForURL(/\/runs\//)
  await page.getByText('completed', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText(result).first().waitFor()
}
