import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { pointInPicture } from './point-in-picture.ts'
import { saveScreenshot } from './start-browser.ts'
import { at, password, startPortal } from './start-portal.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user records a login, a search and a table, and runs heal, are previewed, and wait for them', async () => {
  await signedIn({ email: 'karen@example.com' }, runRecordingStory)
})

async function runRecordingStory(page: Page): Promise<void> {
  const portal = await startPortal()
  try {
    await record(page, portal.url)
    const id = await save(page)
    await run(page, id)
    await page.getByText('Fog over Harbours').first().waitFor()
    await schedule(page)
    portal.change()
    await run(page, id)
    await page.getByRole('article').getByText('Log in').first().waitFor()
    await preview(page, id)
    await takeOver(page, id)
  } finally {
    await portal.close()
  }
}

/** Signs in, looks for something, and picks the table that is found. */
async function record(page: Page, url: string): Promise<void> {
  await page.goto('/automations')
  await page.getByRole('link', { name: 'Record', exact: true }).first().click()
  await page.getByLabel('URL').fill(url)
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await step(page, 1, `Open ${new URL(url).host}`)
  const press = await pointInPicture(page, 'The page that is recorded')
  await press(at.name)
  await page.keyboard.type('ada')
  await step(page, 2, 'Fill in User name')
  await press(at.password)
  await page.keyboard.type(password)
  await step(page, 3, 'Fill in Password')
  await press(at.signIn)
  await step(page, 4, 'Click Sign in')
  await page.locator('input[aria-label="URL"][value$="/inside"]').waitFor()
  await press(at.search)
  await page.keyboard.type('fog')
  await step(page, 5, 'Fill in Search')
  await page.keyboard.press('Enter')
  await step(page, 6, 'Press Enter in Search')
  await page.locator('input[aria-label="URL"][value$="?q=fog"]').waitFor()
  await page.getByRole('button', { name: 'Pick to read' }).click()
  await page.getByText('Press what is to be read').waitFor()
  await press(at.cell)
  await page.getByText('The table with 2 rows: Book, Price').waitFor()
  await page.getByText('A Field Guide to Fog · 12.00 €').waitFor()
  await page.waitForFunction(arePicturesShown)
  await saveScreenshot(page, 'recorder')
  await lookAtPage(page)
  await page.getByLabel('Name of what is read').fill('books')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await step(page, 7, 'Read the list books')
  await lookAtPage(page)
}

async function step(page: Page, number: number, name: string): Promise<void> {
  await page.locator(`input[aria-label="Name of step ${number}"][value="${name}"]`).waitFor()
}

// Runs in the page: whether each of the steps so far has its picture.
function arePicturesShown(): boolean {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.recorded-picture')]
  return pictures.length === 6 && pictures.every(({ naturalWidth }) => naturalWidth > 0)
}

/** The validation signs in and searches once more, in a browser of its own. */
async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Finish and save…' }).click()
  await page.getByRole('heading', { name: 'Save the recording' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Books about fog')
  await page.getByLabel('password').fill(password)
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Save and validate' }).click()
  await page.getByRole('heading', { name: 'Books about fog' }).waitFor()
  await page.getByText('passed').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1)!
}

async function run(page: Page, id: string): Promise<void> {
  await page.goto(`/automations/${id}`)
  await page.getByRole('button', { name: /^Run (?!with)/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await page.getByText('7 of 7 steps').waitFor()
  await page.getByRole('status').getByText('completed').first().waitFor()
}

async function schedule(page: Page): Promise<void> {
  await page.goto('/schedules')
  await page.getByRole('button', { name: 'New schedule' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Every New Year')
  await dialog.getByLabel('Runs', { exact: true }).fill('about fog')
  await page.getByRole('option', { name: 'Books about fog' }).click()
  await dialog.getByLabel('Cron expression').fill('0 7 1 1 *')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Every New Year' }).waitFor()
}

/** The page as it is before a step: its selectors are tried there. */
async function preview(page: Page, id: string): Promise<void> {
  await page.goto(`/automations/${id}/edit`)
  await page.getByRole('button', { name: 'Preview before step 5' }).click()
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Run to here' }).click()
  await page.getByText('What you do in the page becomes a step.').waitFor()
  await pointInPicture(page, 'The page that is recorded')
  await page.getByRole('button', { name: 'Try its selectors' }).click()
  await page.getByText('One element matches, as it should.').waitFor()
  await page.locator('.picture-box').waitFor()
  await saveScreenshot(page, 'preview')
  await lookAtPage(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
}

/** A step that a person does comes last, and the person does it in the live view. */
async function takeOver(page: Page, id: string): Promise<void> {
  await page.evaluate(addHandOver, id)
  await page.goto(`/automations/${id}`)
  await page.getByRole('button', { name: /^Run (?!with)/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await page.getByText('This run waits for you').waitFor()
  await page.getByRole('button', { name: 'Take control' }).click()
  await page.getByText('You have control.').waitFor()
  const press = await pointInPicture(page, 'The page of the run')
  await press(at.search)
  await page.getByRole('button', { name: 'Done, continue the run' }).click()
  await page.getByRole('status').getByText('completed').first().waitFor()
}

// Runs in the page, so that the request has its session.
async function addHandOver(id: string): Promise<void> {
  const path = `/automation/api/v1/automations/${id}`
  const { actions } = (await (await fetch(path)).json()) as { actions: object[] }
  const handOver = { type: 'handOver', name: 'Look at it', message: 'Is it the right book?' }
  await fetch(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ actions: [...actions, handOver] }),
  })
}
