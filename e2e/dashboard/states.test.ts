import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findMailedLink } from './find-mailed-link.ts'
import { lookAtPage } from './look-at-page.ts'
import { askAutomations, createAutomation } from './make-runs.ts'
import { sendMail } from './send-mail.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
const { dashboardUrl, smtpUrl } = inject('stack')

/** The dialogs of pages without data: the path, and the button that opens them. */
const dialogs: [path: string, button: string][] = [
  ['/addresses', 'New alias'],
  ['/addresses', 'Import'],
  ['/pipelines', 'New pipeline'],
  ['/schedules', 'New schedule'],
  ['/jobs', 'Queue a run'],
  ['/jobs', 'Signing secret'],
  ['/webhooks/automation', 'New webhook'],
  ['/webhooks/alias', 'New webhook'],
  ['/keys/automation', 'New key'],
  ['/account/data', 'Delete account'],
]

test('every dialog of a page without data is accessible', async () => {
  await signedIn({ email: 'dialogs@example.com' }, async (page) => {
    for (const [path, button] of dialogs) {
      await page.goto(path)
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading').first().waitFor()
      await lookAtPage(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

test('a conversation, an email that is written, its drafts and the question before it is left are accessible', async () => {
  const email = 'writing-states@example.com'
  await signedIn({ email }, async (page) => {
    await page.goto(await findMailedLink(dashboardUrl, email, 'confirm-email'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(`${email} is confirmed.`).waitFor()
    await haveConversation(page)
    await page.goto('/mailbox')
    await page.getByRole('link', { name: /The next book/ }).click()
    await page.getByRole('list', { name: 'Conversation' }).waitFor()
    await lookAtPage(page)

    await page.getByRole('link', { name: 'Reply', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add Cc and Bcc' }).click()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.pressSequentially('Yes, gladly.')
    await page.getByLabel('Attach files').setInputFiles({
      name: 'list.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Harbour in Fog'),
    })
    await page.getByText('Kept in Drafts').waitFor()
    await lookAtPage(page)
    await page.getByRole('button', { name: 'Link' }).click()
    await page.getByRole('dialog', { name: 'Link' }).waitFor()
    await lookAtPage(page)
    await page.keyboard.press('Escape')

    // The text is kept and the file is not, so leaving asks.
    await page.getByRole('link', { name: 'Inbox' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await lookAtPage(page)
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('link', { name: 'Drafts 1' }).click()
    await page.getByRole('link', { name: /Yes, gladly/ }).waitFor()
    await lookAtPage(page)
    await page.getByRole('link', { name: /Yes, gladly/ }).click()
    await page.getByText('This draft was kept').waitFor()
    await lookAtPage(page)
  })
})

/** Three emails of a correspondent, each an answer to the one before. */
async function haveConversation(page: Page): Promise<void> {
  const address = await page.evaluate(async () => {
    const answer = await fetch('/alias/api/v1/addresses', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ alias: 'Book club' }),
    })
    const { data } = (await answer.json()) as { data: { address: string } }
    return data.address
  })
  const ids = ['one', 'two', 'three'].map((name) => `<${name}.states@sender.test>`)
  for (const [index, messageId] of ids.entries())
    await sendMail(smtpUrl, {
      to: address,
      subject: index === 0 ? 'The next book' : 'Re: The next book',
      text: `We read about harbours, ${index}.`,
      messageId,
      references: ids.slice(0, index),
    })
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { total } = (await (await fetch('/alias/api/v1/emails')).json()) as { total: number }
          return total
        }),
      { timeout: 30_000 },
    )
    .toBe(3)
}

test('an automation that somebody else has changed, and the question before unsaved changes are left, are accessible', async () => {
  await signedIn(
    { email: 'conflict@example.com' },
    async (page) => {
      const id = await createAutomation(page, 'Read the shop', inject('siteUrl'))
      await page.goto(`/automations/${id}/edit`)
      await page.getByLabel('Name').first().fill('Mine')
      await lookAtPage(page)
      await page.getByRole('link', { name: 'Runs' }).click()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.waitFor()
      await lookAtPage(page)
      await question.getByRole('button', { name: 'Stay' }).click()

      await askAutomations(page, 'PATCH', `/${id}`, { name: 'Theirs' })
      await page.getByRole('button', { name: 'Save' }).click()
      const conflict = page.getByRole('dialog', { name: 'This automation has changed in the meantime' })
      await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
      await lookAtPage(page)
      await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
    },
    // The browser says that an answer was a 412.
    { expectProblems: true },
  )
})

test('a service that does not answer, an empty search and a page that does not exist are accessible', async () => {
  await signedIn(
    { email: 'trouble@example.com' },
    async (page) => {
      await page.route('**/alias/api/**', (route) => route.abort())
      await page.goto('/')
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await lookAtPage(page)
      await page.goto('/mailbox')
      await page.getByRole('alert').first().waitFor()
      await lookAtPage(page)
      await page.goto('/automations?q=nothing')
      await page.getByRole('heading', { name: 'No automations found' }).waitFor()
      await lookAtPage(page)
      await page.goto(`/automations/${crypto.randomUUID()}`)
      await page
        .getByText(/not found/i)
        .first()
        .waitFor()
      await lookAtPage(page)
    },
    // The browser says that requests failed.
    { expectProblems: true },
  )
})
