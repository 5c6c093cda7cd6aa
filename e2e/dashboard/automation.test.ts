import { createHmac } from 'node:crypto'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
let hook: WebhookReceiver

beforeAll(async () => {
  hook = await startWebhookReceiver()
})
afterAll(() => hook.close())

test('a new user can create an automation, watch it run, receive its event and create an API key', async () => {
  await signedIn({ email: 'grace@example.com' }, (page) =>
    runAutomationStory({
      page,
      siteUrl: inject('siteUrl'),
      automationUrl: inject('stack').automationUrl,
      receiver: hook,
    }),
  )
})

interface Surroundings {
  page: Page
  automationUrl: string
  /** The shop that the automation visits. */
  siteUrl: string
  receiver: WebhookReceiver
}

/** Starts with an empty account, and ends with a signed event and a program that uses an API key. */
async function runAutomationStory({ page, automationUrl, siteUrl, receiver }: Surroundings): Promise<void> {
  await writeAutomation(page, siteUrl)
  const secret = await makeWebhook(page, receiver.url)
  await watchRun(page)
  await findDelivery(page, receiver, secret)
  await useKey(page, automationUrl)
}

async function writeAutomation(page: Page, siteUrl: string): Promise<void> {
  await page.getByRole('link', { name: 'New automation' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('Price of a book')
  await page.getByLabel('URL').fill(siteUrl)
  const add = async (name: string, kind: string, fields: Record<string, string>) => {
    await page.getByRole('button', { name: 'Add step' }).click()
    const step = page.getByRole('listitem', { name: /^Step \d+$/ }).last()
    await step.getByLabel('Name').fill(name)
    await step.getByLabel('Action').selectOption({ label: kind })
    for (const [label, value] of Object.entries(fields))
      await step.getByLabel(label, { exact: true }).fill(value)
  }
  await add('Type the title', 'Type text', { Element: 'aria/Title\ninput[name=q]', Text: 'fog' })
  await add('Search', 'Click', { Element: 'aria/Search' })
  await add('Read the price', 'Extract text', { Element: '#results .price', 'Store as': 'price' })
  // An invalid value is reported at its field.
  await page.getByLabel('URL').fill('nowhere')
  await page.getByRole('button', { name: 'Create' }).click()
  const refused = page.getByRole('listitem', { name: 'Step 1' }).getByRole('alert')
  expect(await refused.innerText()).toContain('http')
  await page.getByLabel('URL').fill(siteUrl)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Price of a book' }).waitFor()
}

async function makeWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My server')
  await dialog.getByLabel('Endpoint URL').fill(url)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const secret = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('button', { name: 'Copy the signing secret' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
  await dialog.getByRole('link', { name: 'Open webhook' }).click()
  await page.getByRole('heading', { name: 'My server' }).waitFor()
  return secret
}

async function watchRun(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Automations', exact: true }).click()
  await page.getByRole('button', { name: 'Run Price of a book' }).click()
  await page.getByText('4 of 4 steps').waitFor()
  await page.getByText('completed', { exact: true }).waitFor()
  expect(await page.getByRole('definition').innerText()).toBe('22.00 €')
  const screenshot = page.getByRole('img', { name: /^The page at step 4/ })
  await screenshot.waitFor()
  await expect
    .poll(() => screenshot.evaluate((image) => (image as HTMLImageElement).naturalWidth), { timeout: 60_000 })
    .toBeGreaterThan(0)
  await saveScreenshot(page, 'run')
  await lookAtPage(page)
}

async function findDelivery(page: Page, receiver: WebhookReceiver, secret: string): Promise<void> {
  const [request] = await receiver.waitForRequests(1)
  expect(request!.headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', secret).update(request!.body).digest('hex')}`,
  )
  // The page of the run has it as well, and leads to the webhook.
  const ofRun = page.getByRole('region', { name: 'Deliveries' })
  await ofRun.getByRole('button', { name: /automation.completed.*delivered.*200/ }).click()
  await ofRun.getByText('Attempt 1', { exact: true }).waitFor()
  await lookAtPage(page)
  await ofRun.getByRole('link', { name: 'the webhook’s page' }).click()
  await page.getByRole('heading', { name: 'My server' }).waitFor()
  const line = page.getByRole('button', { name: /automation.completed.*delivered/ })
  await line.click()
  await page.getByText('Attempt 1', { exact: true }).waitFor()
  await page.getByText('Response body').click()
  await page.getByText('answered 200', { exact: true }).waitFor()
  await line.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await saveScreenshot(page, 'delivery-log')
  await lookAtPage(page)

  receiver.requests.length = 0
  await page.getByRole('button', { name: 'Resend' }).click()
  const [again] = await receiver.waitForRequests(1)
  expect(again!.headers['x-service-delivery']).toBe(request!.headers['x-service-delivery'])
}

async function useKey(page: Page, automationUrl: string): Promise<void> {
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly report')
  await lookAtPage(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const key = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Nightly report', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(key)

  const listed = await fetch(`${automationUrl}/api/v1/automations`, { headers: { 'x-api-key': key } })
  expect(await listed.json()).toMatchObject([{ name: 'Price of a book' }])
}
