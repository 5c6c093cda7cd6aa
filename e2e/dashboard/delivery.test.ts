import { createHmac } from 'node:crypto'
import { startWebhookReceiver, type ReceivedRequest, type WebhookReceiver, waitFor } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
let hook: WebhookReceiver

beforeAll(async () => {
  hook = await startWebhookReceiver()
})
afterAll(() => hook.close())

test('a new user can see why a webhook was disabled, enable it, resend what it missed and replace its secret', async () => {
  await signedIn({ email: 'joan@example.com' }, (page) => runDeliveryStory(page, hook))
})

/** Finds out why a webhook was disabled, enables it again, and replaces its secret. */
async function runDeliveryStory(page: Page, receiver: WebhookReceiver): Promise<void> {
  receiver.answer(500)
  await makeWebhook(page, receiver.url)
  await makeAddress(page)
  // After five failed attempts the webhook is disabled, and later events are stored.
  await receiver.waitForRequests(5)
  const [failed] = receiver.requests
  await page.goBack()
  await findReason(page)
  await makeAddress(page)
  await page.goBack()
  await page.getByRole('button', { name: /address.created.*cancelled/ }).waitFor()
  expect(receiver.requests.length).toBe(5)

  receiver.answer(204)
  await recover(page, receiver, failed!)
  await replaceSecret(page, receiver)
  await pause(page)
}

async function makeWebhook(page: Page, url: string): Promise<void> {
  await page.goto('/webhooks/alias')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Endpoint URL').fill('http://10.0.0.1/hooks')
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').first().waitFor()
  await dialog.getByLabel('Endpoint URL').fill(url)
  await dialog.getByLabel(/address.created/).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('link', { name: 'Open webhook' }).click()
  await page.getByText('No deliveries').waitFor()
}

async function makeAddress(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Aliases' }).click()
  await page.getByRole('button', { name: 'New alias' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('.secret code').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
}

async function findReason(page: Page): Promise<void> {
  await page.getByText(/This webhook was disabled/).waitFor()
  await page.getByText('disabled after failures').waitFor()
  const line = page.getByRole('button', { name: /address.created.*failed.*5 attempts/ })
  await line.click()
  await page.getByText('Attempt 5', { exact: true }).waitFor()
  await page
    .getByText('Only a 2xx response counts as received. Your server responded with 500.')
    .first()
    .waitFor()
  const health = page.getByRole('region', { name: 'Health' })
  await health.getByRole('row', { name: /^24 hours 5 0 %/ }).waitFor()
  await health.getByText(/^500 5 times, last/).waitFor()
  await lookAtPage(page)
  await saveScreenshot(page, 'disabled-webhook')
  await line.click()
}

async function recover(page: Page, receiver: WebhookReceiver, failed: ReceivedRequest): Promise<void> {
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByRole('button', { name: 'Enable again' }).waitFor({ state: 'detached' })
  await page.getByText(/^failing for .*: 5 attempts, last 500$/).waitFor()
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Recover missed deliveries' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Failed or cancelled in').selectOption({ label: 'the last hour' })
  await dialog.getByRole('button', { name: 'Resend all' }).click()
  await dialog.getByText('2 deliveries are on the way.').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await waitFor('both to be delivered', async () => {
    const lines = await page.getByRole('button', { name: /address.created.*delivered/ }).count()
    return lines === 2
  })
  await resendBoth(page, receiver)
  const sent = receiver.requests.slice(5, 7)
  expect(sent.length).toBe(2)
  expect(sent.map(deliveryOf)).toContain(deliveryOf(failed))
  expect(sent.find((each) => deliveryOf(each) === deliveryOf(failed))!.body.equals(failed.body)).toBe(true)
}

/** Resends both deliveries by their boxes: the first is selected, and then all. */
async function resendBoth(page: Page, receiver: WebhookReceiver): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select address.created/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Select all 2' }).click()
  await lookAtPage(page)
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Resend' }).click()
  await page.getByText('2 deliveries resent').waitFor()
  await receiver.waitForRequests(9)
}

async function replaceSecret(page: Page, receiver: WebhookReceiver): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  const secret = await dialog.locator('.secret code').innerText()
  await page.keyboard.press('Escape')
  receiver.requests.length = 0
  await makeAddress(page)
  const [request] = await receiver.waitForRequests(1)
  const signature = createHmac('sha256', secret).update(request!.body).digest('hex')
  expect(request!.headers['x-service-signature']).toBe(`sha256=${signature}`)
  await page.goBack()
  expect(await page.content()).not.toContain(secret)
}

async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByText('This webhook is paused. Nothing is sent.').waitFor()
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByRole('button', { name: 'Enable again' }).waitFor({ state: 'detached' })
}

const deliveryOf = ({ headers }: ReceivedRequest) => headers['x-service-delivery']
