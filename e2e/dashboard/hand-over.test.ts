import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a person takes control of a run that waits for them, and gives it back', async () => {
  await signedIn({ email: 'margaret@example.com' }, runHandOverStory)
})

const question = `<!doctype html><html lang="en"><title>Door</title>
<style>body { margin: 0; font: 20px sans-serif } input { position: absolute; left: 100px; top: 100px; width: 400px; height: 60px; font: inherit }
p { position: absolute; left: 100px; top: 180px }</style>
<form action="/in"><input name="word" aria-label="The word" autocomplete="off"></form>
<p>Say the word, and press Enter.</p>`

/** The person says a word on a page that steps do not know, and the run goes on behind that page. */
async function runHandOverStory(page: Page): Promise<void> {
  const site = await startDoor()
  try {
    await page.goto('/automations')
    const id = await page.evaluate(createAutomation, site.url)
    await page.goto(`/automations/${id}`)
    await page.getByRole('button', { name: /^Run (?!with)/ }).click()
    await page.getByText('This run waits for you').waitFor()
    const picture = page.getByLabel('The page of the run')
    await page.getByRole('button', { name: 'Take control' }).click()
    await page.getByText('You have control.').waitFor()
    // The picture has the page's size once the first has come.
    await page.waitForFunction(() => document.querySelector('canvas')!.width > 1000)
    const { x, y, width } = (await picture.boundingBox())!
    const scale = width / 1280
    await page.mouse.click(x + 200 * scale, y + 130 * scale)
    await page.keyboard.type('mellon')
    await site.typed
    await page.waitForFunction(isWordSeen)
    await saveScreenshot(page, 'live-view')
    await lookAtPage(page)
    await picture.focus()
    await page.keyboard.press('Enter')
    await site.entered
    await page.getByRole('button', { name: 'Done, continue the run' }).click()
    await page.getByText('Welcome, who says mellon').waitFor()
    await page.getByRole('status').getByText('completed').first().waitFor()
    expect(await picture.count()).toBe(0)
  } finally {
    await site.close()
  }
}

// Runs in the page: whether the picture has something dark where the last letter of the word is.
function isWordSeen(): boolean {
  const { data } = document.querySelector('canvas')!.getContext('2d')!.getImageData(155, 105, 20, 50)
  return data.some((value, index) => index % 4 === 0 && value < 100)
}

// Runs in the page, so that the request has its session.
async function createAutomation(url: string): Promise<string> {
  const actions = [
    { name: 'Open', type: 'navigate', url },
    { name: 'Say it', type: 'handOver', message: 'Say the word of the day' },
    { name: 'Read', type: 'extractText', selectors: ['h1'], output: 'greeting' },
  ]
  const answer = await fetch('/automation/api/v1/automations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Enter', actions }),
  })
  return ((await answer.json()) as { id: string }).id
}

async function startDoor() {
  const typed = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://site')
    if (pathname === '/typed') typed.resolve()
    const isIn = pathname === '/in'
    response.setHeader('content-type', 'text/html')
    response.end(isIn ? `<h1>Welcome, who says ${searchParams.get('word')}</h1>` : question + listening)
    if (isIn) entered.resolve()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    typed: typed.promise,
    entered: entered.promise,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const listening = `<script>document.querySelector('input').addEventListener('input', ({ target }) => {
  if (target.value === 'mellon') fetch('/typed')
})</script>`
