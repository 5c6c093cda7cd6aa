import type { Page } from 'playwright-core'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { startCodeSite } from './start-code-site.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
let site: Awaited<ReturnType<typeof startCodeSite>>

beforeAll(async () => {
  site = await startCodeSite(inject('stack').smtpUrl)
})
afterAll(() => site?.close())

test('an automation signs in with a code that is mailed to an alias of its owner', async () => {
  // Keys of the alias service need the Business plan.
  await signedIn(inject('stack').demo, (page) => runCodeStory(page, site.url))
})

/** Both services work together by a key that the owner has given as a secret. */
async function runCodeStory(page: Page, siteUrl: string): Promise<void> {
  const address = await makeAlias(page)
  await saveKey(page, await makeKey(page))
  await writeAutomation(page, siteUrl, address)
  await page.getByRole('button', { name: 'Run Sign in with a code' }).click()
  // A run of seven steps and a mail, each of them of several processes.
  await page.getByText('completed', { exact: true }).waitFor({ timeout: 90_000 })
  await page.getByText('Welcome back').waitFor()
  await lookAtPage(page)
}

async function makeAlias(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Aliases' }).click()
  await page.getByRole('button', { name: 'New alias' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Shop')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const address = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  return address
}

async function makeKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'Alias' }).click()
  await page.getByRole('heading', { name: 'Alias API keys' }).waitFor()
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Codes by mail')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const key = await dialog.locator('.secret code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return key
}

async function saveKey(page: Page, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Secrets' }).click()
  await page.getByLabel('Name').fill('aliasApiKey')
  await page.getByLabel('Value').fill(key)
  await page.getByRole('button', { name: 'Save secret' }).click()
  await page.getByText('${secrets.aliasApiKey}').waitFor()
}

async function writeAutomation(page: Page, siteUrl: string, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Automations', exact: true }).click()
  await page.getByRole('link', { name: 'New automation' }).first().click()
  await page.getByLabel('Name', { exact: true }).first().fill('Sign in with a code')
  await page.getByLabel('URL').fill(siteUrl)
  const add = async (name: string, kind: string, fields: Record<string, string>) => {
    await page.getByRole('button', { name: 'Add step' }).click()
    const step = page.getByRole('listitem', { name: /^Step \d+$/ }).last()
    await step.getByLabel('Name', { exact: true }).fill(name)
    await step.getByLabel('Action').selectOption({ label: kind })
    for (const [label, value] of Object.entries(fields))
      await step.getByLabel(label, { exact: true }).fill(value)
  }
  await add('Type the alias', 'Type text', { Element: 'aria/Email', Text: address })
  await add('Ask for a code', 'Click', { Element: 'aria/Send code' })
  await add('Read the code', 'Wait for an email', {
    Alias: address,
    'Sender contains': '@sender.test',
    'Subject contains': 'sign-in code',
    Pattern: String.raw`code is (\d{6})`,
    'Store as': 'code',
  })
  await add('Type the code', 'Type text', { Element: 'aria/Code', Text: '${outputs.code}' })
  await add('Sign in', 'Click', { Element: 'aria/Sign in' })
  await add('Read the greeting', 'Extract text', { Element: 'h1', 'Store as': 'greeting' })
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Sign in with a code' }).waitFor()
}
