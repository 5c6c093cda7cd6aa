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

/** A page changes, a run heals its step, and the user reverts the heal. */
async function runHealingStory(page: Page): Promise<void> {
  const site = await startChangingSite()
  try {
    await page.goto('/automations')
    const id = await page.evaluate(createAutomation, site.url)
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
async function createAutomation(url: string): Promise<string> {
  const actions = [
    { name: 'Open', type: 'navigate', url },
    { name: 'Save it', type: 'click', selectors: ['#save'], timeoutMs: 6_000 },
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
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<h1>Notes</h1><p>Something to keep</p><button id="${id}">Save the note</button><button>Print</button>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    change: () => (id = 'keep'),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
