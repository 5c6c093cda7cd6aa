import { waitFor } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findMailedLink } from './find-mailed-link.ts'
import { lookAtPage } from './look-at-page.ts'
import { readOutbox } from './read-outbox.ts'
import { sendMail } from './send-mail.ts'
import { saveScreenshot } from './start-browser.ts'
import { runWritingStory } from './writing-story.ts'
import { startRemoteImages, type RemoteImages } from './start-remote-images.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user can create an alias, read its email, set up forwarding and reply', async () => {
  const email = 'ada@example.com'
  await signedIn({ email }, async (page) => {
    await confirmEmail(page, email)
    await runAliasStory({ page, ...inject('stack') })
  })
})

const mailbox = 'grace@example.com'

interface Surroundings {
  page: Page
  aliasUrl: string
  smtpUrl: string
}

/** Confirms the account's address, without which it may not send mail. */
async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.goto(await findMailedLink(inject('stack').dashboardUrl, email, 'confirm-email'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${email} is confirmed.`).waitFor()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
}

/** Starts with an empty account, reads a first email, and adds a mailbox that has to be verified. */
async function runAliasStory({ page, aliasUrl, smtpUrl }: Surroundings): Promise<void> {
  const address = await makeAddress(page)
  const images = await startRemoteImages()
  await sendMail(smtpUrl, {
    to: address,
    subject: 'The next book',
    text: 'We read about harbours.',
    html: `<link rel="preconnect" href="${images.url}"><link rel="dns-prefetch" href="${images.url}">
      <iframe srcdoc='<link rel="preconnect" href="${images.url}">'></iframe>
      <p style="color: rgb(0, 100, 0)">We read about <b>harbours</b>.</p>
      <img src="${images.url}/seen.gif" alt="A harbour">
      <img src="${images.url}/gone.gif" alt="A lighthouse"><img src="${images.url}/pixel.gif" alt="" width="1" height="1">
      <script>document.title = 'taken over'</script>`,
    attachments: [{ filename: 'list.txt', content: 'Harbour in Fog' }],
  })
  await readMail(page)
  await loadRemoteImages(page, images)
  await keepMail(page)
  await pauseAlias(page, address)
  await addMailbox(page, aliasUrl)
  await runWritingStory({ page, aliasUrl, smtpUrl, address, mailbox })
}

async function makeAddress(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New alias' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Book club')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const address = await dialog.locator('.secret code').innerText()
  expect(address).toMatch(/^book-club-[a-z0-9]+@/)
  await dialog.getByRole('button', { name: 'Copy the alias' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
  await dialog.getByRole('link', { name: 'Open its inbox' }).click()
  await page.getByText(`Send an email to ${address}`).waitFor()
  return address
}

async function readMail(page: Page): Promise<void> {
  const line = page.getByRole('link', { name: /New: Ada Lovelace.*The next book/ })
  await line.waitFor()
  await saveScreenshot(page, 'inbox')
  await lookAtPage(page)
  await line.click()
  await page.getByRole('heading', { name: 'The next book' }).waitFor()

  const message = page.frameLocator('iframe')
  const text = message.getByText('We read about harbours.')
  await text.waitFor()
  // The frame is as high as the email.
  const height = await waitFor('the height of the email', () => page.locator('iframe').getAttribute('height'))
  expect(Number(height)).toBeLessThan(400)
  // The email keeps its styles, and none of its scripts run.
  expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 100, 0)')
  expect(await page.title()).toBe('The next book · Waypost')
  await saveScreenshot(page, 'mail')
  await lookAtPage(page)
}

/** Loads the remote images of an email, by the server and not by the browser, which its sender would see. */
async function loadRemoteImages(page: Page, { url, asked, countIdle }: RemoteImages): Promise<void> {
  const byBrowser: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(url)) byBrowser.push(request.url())
  })
  expect(asked).toEqual([])
  const image = page.frameLocator('iframe').getByAltText('A harbour')
  await image.waitFor()
  await page.getByRole('button', { name: 'Load remote images' }).click()
  await waitFor('the image', async () => (await image.getAttribute('src'))?.startsWith('data:image/gif'))
  await waitFor('the other image to be asked for', () => asked.length === 2)
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1)
  // One that is not there is its text.
  expect(await page.frameLocator('iframe').getByAltText('A lighthouse').getAttribute('src')).toBeNull()
  expect(asked.map((each) => each.url).toSorted()).toEqual(['/gone.gif', '/seen.gif'])
  for (const { headers } of asked) {
    expect(headers['user-agent']).toContain('mail image proxy')
    expect([headers.cookie, headers.referer, headers['x-forwarded-for']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
  expect(byBrowser).toEqual([])
  expect(countIdle()).toBe(0)
  await lookAtPage(page)
}

/** Marks an email by its box in the list, and takes that back. */
async function markMail(page: Page): Promise<void> {
  const select = () => page.getByRole('checkbox', { name: 'Select The next book' }).check()
  await select()
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await page.getByRole('link', { name: /^New: Ada Lovelace.*The next book/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: /^Ada Lovelace.*The next book/ }).waitFor()
  await select()
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Clear' }).click()
}

/** Pauses the alias by its box, and takes that back. */
async function pauseAlias(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Aliases', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all aliases' }).check()
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('1 alias paused').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: `Pause ${address}` }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: `Pause ${address}` }).press('Enter')
  await page.getByText(`${address} is paused`).waitFor()
  await lookAtPage(page)
  await page.getByRole('button', { name: `Resume ${address}` }).press('Enter')
  await page.getByRole('button', { name: `Pause ${address}` }).waitFor({ state: 'attached' })
}

async function keepMail(page: Page): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^list.txt/ }).click()
  expect((await download).suggestedFilename()).toBe('list.txt')
  await page.getByRole('button', { name: 'View list.txt' }).click()
  await page.frameLocator('iframe[title="list.txt"]').getByText('Harbour in Fog').waitFor()
  await lookAtPage(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('button', { name: 'Star The next book' }).click()
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('button', { name: 'Star The next book', pressed: true }).waitFor()
  await page.getByRole('link', { name: 'Starred' }).click()
  await page.getByRole('link', { name: /The next book/ }).waitFor()
  await page.getByRole('link', { name: 'Received' }).click()
  await markMail(page)
  await deleteMail(page)
}

/** Deletes an email, takes that back, and restores it from the deleted ones. */
async function deleteMail(page: Page): Promise<void> {
  const line = page.getByRole('link', { name: /^Ada Lovelace.*The next book/ })
  await line.click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await line.click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('link', { name: 'Deleted' }).click()
  await line.click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Delete' }).waitFor()
}

async function addMailbox(page: Page, aliasUrl: string): Promise<void> {
  await page.getByRole('link', { name: 'Forwarding' }).click()
  await page.getByLabel('Mailbox').fill(mailbox)
  await page.getByRole('button', { name: 'Add mailbox' }).click()
  await page.getByText('not verified').waitFor()
  const link = await waitFor('the mail with the link', () => findLink(aliasUrl))
  const other = await page.context().newPage()
  await other.goto(link)
  await other.getByRole('button').click()
  await other.waitForLoadState()
  await other.close()
  await page.reload()
  await page.getByText('verified', { exact: true }).waitFor()
}

async function findLink(aliasUrl: string): Promise<string | undefined> {
  const mails = await readOutbox(aliasUrl, mailbox)
  const links = mails.map(
    ({ bodyText }) => /https?:\/\/\S+verify-forwarding\?token=[\w-]+/.exec(bodyText)?.[0],
  )
  return links.find((link) => link !== undefined)
}
