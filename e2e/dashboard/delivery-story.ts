import type { WebhookReceiver } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Why a webhook does not arrive, found out and put right. */
export async function tellDeliveryStory(page: Page, receiver: WebhookReceiver): Promise<void> {
  receiver.answer(500)
  await page.goto('/webhooks/alias')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of your server').fill('http://10.0.0.1/hooks')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Address of your server').fill(receiver.url)
  await dialog.getByLabel(/address.created/).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('link', { name: 'Go to the webhook' }).click()
  await page.getByText('Nothing was sent').waitFor()

  await page.getByRole('link', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'New address' }).first().click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.locator('.secret code').waitFor()
  await receiver.waitForRequests(1)
  await page.goBack()
  const line = page.getByRole('button', { name: /address.created/ })
  await line.getByText('pending').waitFor()
  await line.click()
  await page.getByText('Only an answer with 2xx counts as received; this was 500.').waitFor()

  receiver.answer(204)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await line.getByText('delivered').waitFor()
  expect(await page.getByText(/^Attempt \d$/).allInnerTexts()).toEqual(['Attempt 1', 'Attempt 2'])

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('It is paused: nothing is sent.').waitFor()
  await page.getByRole('button', { name: 'Enable it again' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
}
