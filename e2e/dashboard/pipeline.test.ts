import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { lookAtPage } from './look-at-page.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('a new user can import recordings, run one in a pipeline, another as a job, and schedule them', async () => {
  await signedIn({ email: 'dorothy@example.com' }, (page) => runPipelineStory(page, inject('siteUrl')))
})

/** A recording from Chrome becomes an automation, which runs in a pipeline; another one runs as a job. Both get a schedule. */
async function runPipelineStory(page: Page, siteUrl: string): Promise<void> {
  await importRecording(page, siteUrl, 'Look for fog')
  await page.getByRole('link', { name: 'Pipelines' }).click()
  await page.getByRole('button', { name: 'New pipeline' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Every morning')
  await dialog.getByLabel('Add an automation').fill('for fog')
  await page.getByRole('option', { name: 'Look for fog' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Every morning' }).waitFor()
  await page.getByRole('button', { name: 'Run Every morning' }).click()
  await page.getByRole('status').getByText('completed').waitFor({ timeout: 90_000 })
  await lookAtPage(page)
  await page.getByRole('link', { name: 'View run' }).click()
  await page.getByText('3 of 3 steps').waitFor()

  await importRecording(page, siteUrl, 'Look again')
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('button', { name: 'Queue a run' }).first().click()
  await dialog.getByLabel('Automation or pipeline').click()
  await page.getByRole('option', { name: 'Look again' }).click()
  await dialog.getByRole('button', { name: 'Add to queue' }).click()
  await page.getByRole('status').getByText('completed').waitFor({ timeout: 90_000 })
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('link', { name: 'Look again' }).waitFor()
  await page.getByRole('button', { name: 'Signing secret' }).click()
  expect(await dialog.locator('.secret code').innerText()).toMatch(/^whsec_/)
  await lookAtPage(page)
  await page.keyboard.press('Escape')
  await schedule(page, 'Look again')
  await schedule(page, 'Every morning')
}

async function schedule(page: Page, target: string): Promise<void> {
  await page.getByRole('link', { name: 'Schedules' }).click()
  await page.getByRole('button', { name: 'New schedule' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(`${target} at seven`)
  await dialog.getByLabel('Runs', { exact: true }).fill(target)
  await page.getByRole('option', { name: target }).click()
  await dialog.getByLabel('Cron expression').fill('0 7 1 1 *')
  await dialog.getByLabel('Time zone').fill('Europe/Berlin')
  await lookAtPage(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: `${target} at seven` }).waitFor()
  await page
    .getByText(/January 1, 20\d\d at 7:00/)
    .first()
    .waitFor()
  await lookAtPage(page)
}

async function importRecording(page: Page, siteUrl: string, title: string): Promise<void> {
  const steps = [
    { type: 'navigate', url: siteUrl },
    { type: 'change', selectors: [['aria/Title'], ['input']], target: 'main', value: 'fog' },
    { type: 'click', selectors: [['aria/Search'], ['button']], target: 'main', offsetX: 5, offsetY: 5 },
  ]
  await page.getByRole('link', { name: 'Automations', exact: true }).click()
  await page.getByRole('link', { name: 'Import a recording' }).first().click()
  await page.getByLabel('Or paste the JSON').fill('{ "title": ')
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByText('This is not valid JSON').waitFor()
  const content = Buffer.from(JSON.stringify({ title, steps }))
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'r.json', mimeType: 'application/json', buffer: content })
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByText('has 3 steps').waitFor()
}
