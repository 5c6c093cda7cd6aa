import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inject, test } from 'vitest'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user sees which page is open and what went wrong', async () => {
  await signedIn({ email: 'radia@example.com' }, (page) => runFailuresStory(page, inject('siteUrl')), {
    // The story cuts the connection to the alias service.
    expectProblems: true,
  })
})

/** Checks what the user sees when something fails. */
async function runFailuresStory(page: Page, siteUrl: string): Promise<void> {
  await seesWhichFolderIsOpen(page)
  await seesWhyItWasNotSaved(page)
  await runsWithUndeclaredVariable(page, siteUrl)
  await seesThatServiceDoesNotAnswer(page)
}

async function seesWhichFolderIsOpen(page: Page): Promise<void> {
  await page.goto('/mailbox')
  const current = page.getByRole('navigation', { name: 'Folders' }).locator('[aria-current="page"]')
  for (const folder of ['Sent', 'Deleted', 'Received']) {
    await page.getByRole('link', { name: folder, exact: true }).click()
    await current.getByText(folder).waitFor()
    expect(await current.count()).toBe(1)
  }
}

async function seesWhyItWasNotSaved(page: Page): Promise<void> {
  await page.goto('/automations/new')
  await page.getByLabel('Name', { exact: true }).first().fill(' ')
  await page.getByLabel('URL').fill('https://shop.example/')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('This is required.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name')
}

async function runsWithUndeclaredVariable(page: Page, siteUrl: string): Promise<void> {
  const id = await page.evaluate(async (url) => {
    const actions = [{ name: 'Open', type: 'navigate', url }]
    const answer = await fetch('/automation/api/v1/automations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Undeclared', actions }),
    })
    return ((await answer.json()) as { id: string }).id
  }, `${siteUrl}?q=\${query}`)
  await page.goto(`/automations/${id}`)
  await page.getByRole('button', { name: 'Run Undeclared' }).click()
  await page.getByRole('dialog').getByLabel('query').fill('chairs')
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('1 of 1 steps').waitFor({ timeout: 90_000 })

  await page.goto(`/automations/${id}/edit`)
  await page.getByText('The steps use query without a declaration').waitFor()
  await page.getByRole('button', { name: 'Declare query' }).click()
  await page.getByText('The steps use query without a declaration').waitFor({ state: 'detached' })
}

async function seesThatServiceDoesNotAnswer(page: Page): Promise<void> {
  // The connection to one service is cut, as by a proxy that cannot reach it.
  await page.route('**/alias/**', (route) => route.abort())
  await page.goto('/')
  await page.getByText('the alias service did not answer').waitFor()
  await page.getByText('Create an automation').waitFor()
  expect(await page.getByText('Create an alias').count()).toBe(0)
  await page.unroute('**/alias/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Create an alias').waitFor()
}
