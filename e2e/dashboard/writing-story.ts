import { waitFor } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { readOutbox } from './read-outbox.ts'
import { sendMail } from './send-mail.ts'

interface Surroundings {
  page: Page
  aliasUrl: string
  smtpUrl: string
  /** An alias of the account, and a verified mailbox elsewhere. */
  address: string
  mailbox: string
}

/** The next email is also forwarded to the mailbox, and a reply does not reveal that mailbox. */
export async function runWritingStory(around: Surroundings): Promise<void> {
  const { page, address, mailbox } = around
  await forward(page, address, mailbox)
  // A newer alias, which is listed first.
  await makeAddress(page)
  await sendMail(around.smtpUrl, { to: address, subject: 'Lunch?', text: 'Shall we?' })
  await sendMail(around.smtpUrl, { to: address, subject: 'About the book', text: 'It has fog in it.' })
  await readForwarded(around)
  await answer(around)
  await findContact(page, address)
  await findInSmtpLog(page, address)
}

async function forward(page: Page, address: string, mailbox: string): Promise<void> {
  await page.getByRole('link', { name: 'Aliases' }).click()
  await page.getByRole('button', { name: `More actions for ${address}` }).click()
  await page.getByRole('button', { name: `Forward ${address}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: true }).selectOption({ label: mailbox })
  await dialog.getByLabel('Only with the subject').fill('book')
  await lookAtPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function makeAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New alias' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
}

async function readForwarded({ page, aliasUrl, address, mailbox }: Surroundings): Promise<void> {
  await page.getByRole('row', { name: address }).getByRole('link').click()
  await page.getByRole('link', { name: /New: Ada Lovelace.*Lunch/ }).click()
  await page.getByRole('heading', { name: 'Lunch?' }).waitFor()
  await page.getByText('not verified').waitFor()
  // An email that the rule does not match is not forwarded.
  expect(await page.getByText(mailbox).count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: /Ada Lovelace.*About the book/ }).click()
  await page.getByRole('definition').filter({ hasText: mailbox }).getByText('sent').waitFor()
  await lookAtPage(page)
  const forwarded = await readOutbox(aliasUrl, mailbox)
  expect(forwarded.some(({ bodyText }) => bodyText.includes('It has fog in it.'))).toBe(true)
  expect(forwarded.some(({ bodyText }) => bodyText.includes('Shall we?'))).toBe(false)
}

async function answer({ page, aliasUrl, address }: Surroundings): Promise<void> {
  await page.getByRole('link', { name: 'Reply' }).click()
  expect(await page.getByLabel('From').locator('option:checked').innerText()).toBe(address)
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('ada@sender.test')
  expect(await page.getByLabel('Subject').inputValue()).toBe('Re: About the book')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.getByText('It has fog in it.').waitFor()
  await text.press('Control+Home')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('I like fog.')
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('definition').getByText('sent', { exact: true }).waitFor()
  const answered = await waitFor('the answer to leave', async () => {
    const mails = await readOutbox(aliasUrl, 'ada@sender.test')
    return mails.find(({ bodyText }) => bodyText.includes('I like fog.'))
  })
  expect(answered.from).toBe(address)
  expect(answered.bodyText).toMatch(/^I like fog\.\n[^]*\n> It has fog in it\./)
  await page.frameLocator('iframe').locator('b', { hasText: 'I like fog.' }).waitFor()
  await readConversation(page)
  expect(answered.headers.map(({ name }) => name)).toContain('In-Reply-To')
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: 'Sent', exact: true }).click()
  await page.getByRole('link', { name: /To ada@sender.test.*Re: About the book/ }).waitFor()
}

/** The answer is in one conversation with the email that it answers, which opens where it stands. */
async function readConversation(page: Page): Promise<void> {
  const thread = page.getByRole('list', { name: 'Conversation' })
  await thread.getByRole('button', { name: /^Ada Lovelace.*It has fog in it\./ }).click()
  await thread.getByRole('link', { name: 'Reply' }).waitFor()
  await lookAtPage(page)
}

/** Whoever’s email was forwarded is a contact, to whom the mailbox writes at another address. */
async function findContact(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Aliases' }).click()
  await page.getByRole('button', { name: `More actions for ${address}` }).click()
  await page.getByRole('button', { name: `Contacts of ${address}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('ada@sender.test').waitFor()
  await dialog.getByLabel('Email of the contact').fill('bob@sender.test')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await dialog.getByText(/^Write to bob@sender\.test at reply-[a-z2-7]{24}@/).waitFor()
  await lookAtPage(page)
  await page.keyboard.press('Escape')
}

async function findInSmtpLog(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Aliases' }).click()
  await page.getByRole('row', { name: address }).getByRole('link').click()
  await page.getByRole('button', { name: 'SMTP log' }).click()
  await page.getByRole('dialog').getByText('Accepted').first().waitFor()
  await lookAtPage(page)
  await page.keyboard.press('Escape')
}
