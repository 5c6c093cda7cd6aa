import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user can see how a run healed a step, and revert the heal', async () => {
  await signedIn({ email: 'barbara@example.com' }, runHealingStory)
})

test('a new user sees both pictures of a button that is called otherwise, and accepts it', async () => {
  await signedIn({ email: 'lise@example.com' }, runRenameStory)
})

/** A button gets another name, a run goes on with it, and the user accepts it among the heals to review. */
async function runRenameStory(page: Page): Promise<void> {
  const site = await startChangingSite()
  try {
    await page.goto('/automations')
    const id = await page.evaluate(createAutomation, { url: site.url, timeoutMs: 30_000 })
    await run(page, id)
    site.rename()
    await run(page, id)
    const repair = page.getByRole('article')
    await repair.getByText('Renamed: "Save the note" is called "Save this note" now.').waitFor()
    await expectPictures(page)
    await lookAtPage(page)
    await page.goto('/heals')
    await page.getByText('Called “Save the note” before, and “Save this note” now.').waitFor()
    await expectPictures(page)
    await lookAtPage(page)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Nothing to review').waitFor()
  } finally {
    await site.close()
  }
}

async function expectPictures(page: Page): Promise<void> {
  for (const alt of [
    'The element of “Save it” when the step last succeeded',
    'The element that was found for “Save it”',
  ]) {
    const picture = page.getByAltText(alt)
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
}

/** A page changes, a run heals its step, and the user reverts the heal. */
async function runHealingStory(page: Page): Promise<void> {
  const site = await startChangingSite()
  try {
    await page.goto('/automations')
    const id = await page.evaluate(createAutomation, { url: site.url, timeoutMs: 6_000 })
    await run(page, id)
    site.change()
    await run(page, id)
    const repair = page.getByRole('article')
    await repair.getByText('#save').waitFor()
    await repair.getByText('saved for later runs').waitFor()
    expect(await repair.locator('.heal-after code').innerText()).not.toBe('#save')
    await lookAtPage(page)
    await repair.getByRole('button', { name: 'Revert' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
    await repair.getByText('The old selector is restored').waitFor()
    await page.getByRole('link', { name: 'View automation' }).click()
    await page.getByText('restored').waitFor()
    await page.getByText('healed by a run').waitFor()
    await lookAtPage(page)
  } finally {
    await site.close()
  }
}

async function run(page: Page, id: string): Promise<void> {
  await page.goto(`/automations/${id}`)
  await page.getByRole('button', { name: /^Run (?!with)/ }).click()
  await page.getByText('2 of 2 steps').waitFor({ timeout: 90_000 })
  await page.getByRole('status').getByText('completed').waitFor()
}

// Runs in the page, so that the request has its session.
async function createAutomation({ url, timeoutMs }: { url: string; timeoutMs: number }): Promise<string> {
  const actions = [
    { name: 'Open', type: 'navigate', url },
    { name: 'Save it', type: 'click', selectors: ['#save'], timeoutMs },
  ]
  const answer = await fetch('/automation/api/v1/automations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Save', actions }),
  })
  return ((await answer.json()) as { id: string }).id
}

async function startChangingSite() {
  let id = 'save'
  let name = 'Save the note'
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<h1>Notes</h1><p>Something to keep</p><button id="${id}">${name}</button><button>Print</button>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    change: () => (id = 'keep'),
    rename: () => (name = 'Save this note'),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
