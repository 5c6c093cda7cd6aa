import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user can send a request, validate the draft that is written for it, and send the request again', async () => {
  await signedIn({ email: 'hedy@example.com' }, (page) => runRequestStory(page, inject('siteUrl')))
})

/** A request has a draft written, which is validated and edited; then the next request matches it. */
async function runRequestStory(page: Page, siteUrl: string): Promise<void> {
  await ask(page, `open ${siteUrl}; type "fog" into Title; click Search; extract the price as price`)
  await page.getByText('generated', { exact: true }).waitFor()
  await lookAtPage(page)
  await page.getByRole('region', { name: 'Draft' }).getByRole('link').first().click()
  await page.getByText('This is a draft').waitFor()
  expect(await page.getByRole('button', { name: /^Run/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Validate' }).click()
  await page.getByRole('button', { name: /^Run/ }).first().waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('Look up the price of a book')
  await page.getByLabel('Description').fill('Says what a book about fog costs')
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Look up the price of a book' }).waitFor()

  await ask(page, 'Look up the price of a book about fog')
  await page.getByText('executed', { exact: true }).waitFor()
  const match = page.getByRole('region', { name: 'Matching automation' })
  await match.getByRole('link', { name: 'Look up the price of a book' }).waitFor()
  await match.getByRole('link', { name: 'Watch the run' }).click()
  await page.getByText('22.00 €').waitFor()
}

async function ask(page: Page, sentence: string): Promise<void> {
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByLabel('What should be done?').fill(sentence)
  await page.getByRole('button', { name: 'Send request' }).click()
}
