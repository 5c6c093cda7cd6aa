import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('the overview says what fails, leads to it, and says when it works again', async () => {
  await signedIn({ email: 'frances@example.com' }, async (page) => {
    const siteUrl = inject('siteUrl')
    await page.goto('/')
    await page.getByText('All is well: nothing needs your attention.').waitFor()
    await run(page, await create(page, 'Read the shop', siteUrl))
    const failing = await create(page, 'Read the stock', siteUrl, [missing])
    await run(page, failing)

    await page.goto('/?days=7')
    const attention = page.getByRole('region', { name: 'Attention' })
    await attention.getByText('Read the stock').waitFor()
    const runs = page.getByRole('region', { name: 'Runs', exact: true })
    await runs.getByText('50.0 %').waitFor()
    await runs.getByText('Show as a table').click()
    expect(await runs.getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual(['1', '0', '1'])
    await lookAtPage(page)
    await saveScreenshot(page, 'overview')

    await attention.getByRole('link', { name: 'Last failed run' }).click()
    await page.getByRole('heading', { level: 1, name: 'Read the stock' }).waitFor()
    await page.goBack()
    await attention.waitFor()
    expect(new URL(page.url()).search).toBe('?days=7')

    await ask(page, 'PATCH', `/${failing}`, { actions: [{ name: 'Open', type: 'navigate', url: siteUrl }] })
    await run(page, failing)
    await page.goto('/')
    await page.getByText('All is well: nothing needs your attention.').waitFor()
    await page.getByText('1 failure of automations that work again').click()
    await attention.getByText('Read the stock').waitFor()
    await lookAtPage(page)
  })
})

const ask = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([verb, place, text]) => {
      const answer = await fetch(`/automation/api/v1/automations${place}`, {
        method: verb,
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      return (await answer.json()) as { id: string; executionId: string }
    },
    [method, path, JSON.stringify(body)] as const,
  )

const missing = { name: 'Read', type: 'click', selectors: ['#not-there'], timeoutMs: 500 }

async function create(page: Page, name: string, url: string, further: object[] = []): Promise<string> {
  const actions = [{ name: 'Open', type: 'navigate', url }, ...further]
  return (await ask(page, 'POST', '', { name, actions })).id
}

/** Runs an automation to its end. */
async function run(page: Page, id: string): Promise<void> {
  const { executionId } = await ask(page, 'POST', `/${id}/trigger`, {})
  const hasEnded = () =>
    page.evaluate(async (place) => {
      const { completedAt } = (await (await fetch(place)).json()) as { completedAt: string | null }
      return completedAt !== null
    }, `/automation/api/v1/executions/${executionId}`)
  await expect.poll(hasEnded, { timeout: 60_000 }).toBe(true)
}
