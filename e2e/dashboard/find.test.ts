import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()

test('everything is found from everywhere with the keyboard, filters are in the URL, and back keeps the place', async () => {
  await signedIn({ email: 'mae@example.com' }, async (page) => {
    await page.goto('/account')
    for (let number = 1; number <= 21; number += 1)
      await create(page, '/automation/api/v1/automations', {
        name: `Watch the shop ${number}`,
        actions: [{ name: 'Open', type: 'navigate', url: 'https://shop.example/' }],
      })
    await create(page, '/alias/api/v1/addresses', { alias: 'The other shop' })

    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search everything' })
    await box.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('shop')
    await page.getByRole('option', { name: /The other shop/ }).waitFor()
    await page.getByRole('option', { name: /Watch the shop 21/ }).waitFor()
    await lookAtPage(page)
    await saveScreenshot(page, 'palette')
    // The newest automation is the first; the alias is after five of them.
    for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/mailbox\?address=/)
    await box.waitFor({ state: 'detached' })

    await page.goto('/automations')
    await page.getByLabel('Name or description').fill('shop')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.waitForURL(/\/automations\?q=shop$/)
    await page.getByRole('button', { name: 'Older' }).click()
    const last = page.getByRole('link', { name: 'Watch the shop 1', exact: true })
    await last.click()
    await page.getByRole('heading', { level: 1, name: 'Watch the shop 1' }).waitFor()
    await page.goBack()
    await last.waitFor()
    expect(new URL(page.url()).search).toBe('?q=shop')
    await lookAtPage(page)
  })
})

const create = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([place, text]) => {
      await fetch(place, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
    },
    [path, JSON.stringify(body)] as const,
  )
