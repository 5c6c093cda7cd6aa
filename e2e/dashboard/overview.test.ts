import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { askAutomations, createAutomation, missing, runAutomation } from './make-runs.ts'
import { measureFirstLoad } from './measure-first-load.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { browser, signedIn } = useBrowser()
const { dashboardUrl } = inject('stack')

test('the overview says what fails, leads to it, and says when it works again', async () => {
  await signedIn({ email: 'frances@example.com' }, async (page) => {
    const siteUrl = inject('siteUrl')
    await page.goto('/')
    await page.getByText('All is well: nothing needs your attention.').waitFor()
    await runAutomation(page, await createAutomation(page, 'Read the shop', siteUrl))
    const failing = await createAutomation(page, 'Read the stock', siteUrl, [missing])
    await runAutomation(page, failing)

    await page.goto('/?days=7')
    const attention = page.getByRole('region', { name: 'Attention' })
    await attention.getByText('Read the stock').waitFor()
    const runs = page.getByRole('region', { name: 'Runs', exact: true })
    await runs.getByText('50.0 %').waitFor()
    await runs.getByText('Show as a table').click()
    expect(await runs.getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual(['1', '0', '1'])
    await lookAtPage(page)
    await saveScreenshot(page, 'overview')
    // With charts, failures and the latest runs it is no slower to come than for a new account.
    const { kilobytes, requests } = await measureFirstLoad(browser(), dashboardUrl, page)
    expect(requests).toBeGreaterThan(8)
    expect(requests).toBeLessThanOrEqual(20)
    expect(kilobytes).toBeLessThanOrEqual(150)

    await attention.getByRole('link', { name: 'Last failed run' }).click()
    await page.getByRole('heading', { level: 1, name: 'Read the stock' }).waitFor()
    await page.goBack()
    await attention.waitFor()
    expect(new URL(page.url()).search).toBe('?days=7')

    await askAutomations(page, 'PATCH', `/${failing}`, {
      actions: [{ name: 'Open', type: 'navigate', url: siteUrl }],
    })
    await runAutomation(page, failing)
    await page.goto('/')
    await page.getByText('All is well: nothing needs your attention.').waitFor()
    await page.getByText('1 failure of automations that work again').click()
    await attention.getByText('Read the stock').waitFor()
    await lookAtPage(page)
  })
})
