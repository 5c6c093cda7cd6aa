import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('the Business plan offers custom domains, a subdomain of the platform and API keys', async () => {
  await signedIn(inject('stack').demo, (page) => runBusinessStory(page, inject('stack').aliasUrl))
})

/** Uses what the Business plan has: a custom domain, a subdomain of the platform and alias API keys. */
async function runBusinessStory(page: Page, aliasUrl: string): Promise<void> {
  await addDomain(page)
  await claimSubdomain(page)
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'Alias' }).click()
  await page.getByRole('heading', { name: 'Alias API keys' }).waitFor()
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Mail robot')
  await dialog.getByLabel('Mode').selectOption({ label: 'test' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  const key = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Mail robot', { exact: true }).waitFor()
  const status = async () =>
    (await fetch(`${aliasUrl}/api/v1/emails`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await status()).toBe(200)
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Revoke Mail robot' }).click()
  await dialog.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByText('revoked', { exact: true }).waitFor()
  expect(await status()).toBe(401)
}

async function addDomain(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Domains' }).click()
  await page.getByLabel('Domain', { exact: true }).fill('no domain')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Domain', { exact: true }).fill('post.harbour-books.com')
  await page.getByRole('button', { name: 'Add' }).click()
  const card = page.getByRole('article', { name: 'post.harbour-books.com' })
  const mx = card.getByRole('region', { name: 'MX record' })
  // The DNS check of a domain without records reports one of these results.
  await mx.getByText(/not published yet|DNS did not answer|wrong value/).waitFor()
  await mx.getByRole('button', { name: 'Copy the value of the MX record' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\./)
  await card.getByText('Sending from this domain').click()
  await card.getByRole('region', { name: 'DKIM record' }).getByText('v=DKIM1').waitFor()
  await lookAtPage(page)
}

/** Claims a name, and has an alias with a chosen name on it. */
async function claimSubdomain(page: Page): Promise<void> {
  await page.getByLabel('Name of the subdomain').fill('harbour')
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('article', { name: 'harbour.inbox.waypost.test' }).waitFor()
  await lookAtPage(page)
  await page.getByRole('link', { name: 'Aliases', exact: true }).click()
  await page.getByRole('button', { name: 'New alias' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain').selectOption({ label: 'harbour.inbox.waypost.test (yours)' })
  await dialog.getByLabel('Name').fill('books')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('books@harbour.inbox.waypost.test').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
}
