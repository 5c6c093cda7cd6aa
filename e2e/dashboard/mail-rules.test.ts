import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { sendMail } from './send-mail.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('rules of an alias label an email and discard another, and its owner sees both', async () => {
  await signedIn({ email: 'rules@example.com' }, async (page) => {
    const address = await makeAddress(page)
    await page.getByRole('button', { name: `More actions for ${address}` }).click()
    await page.getByRole('button', { name: `Rules of ${address}` }).waitFor()
    await lookAtPage(page)
    await page.getByRole('button', { name: `Rules of ${address}` }).click()
    await addRule(page, 'book', 'give it a label', 'Books')
    await addRule(page, 'lottery', 'move it to Deleted')
    await page.getByText('Email with “lottery” in the subject').waitFor()
    await lookAtPage(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The menu is closed, and its button has the focus again.
    const focused = await page.evaluate(`document.activeElement.getAttribute('aria-label')`)
    expect(focused).toBe(`More actions for ${address}`)

    const { smtpUrl } = inject('stack')
    await sendMail(smtpUrl, { to: address, subject: 'You won the lottery', text: 'Write to us.' })
    await sendMail(smtpUrl, { to: address, subject: 'The next book', text: 'We read about harbours.' })
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: /The next book/ }).click()
    await page.getByRole('definition').getByText('Books', { exact: true }).waitFor()
    await lookAtPage(page)
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: 'Deleted' }).click()
    await page.getByRole('link', { name: /You won the lottery/ }).click()
    await page.getByText('A rule of the alias moved it to Deleted.').waitFor()
  })
})

async function makeAddress(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Aliases', exact: true }).click()
  await page.getByRole('button', { name: 'New alias' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const address = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  return address
}

async function addRule(page: Page, subject: string, action: string, label?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('Then').selectOption({ label: action })
  if (label !== undefined) await dialog.getByLabel('Label', { exact: true }).fill(label)
  await lookAtPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
}
