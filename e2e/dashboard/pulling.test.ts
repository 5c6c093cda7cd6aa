import { AutomationClient, signIn } from '@waypost/sdk'
import { findFreePort } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { lookAtPage } from './look-at-page.ts'
import { password } from './sign-up.ts'
import { saveScreenshot } from './start-browser.ts'
import { useBrowser } from './use-browser.ts'

const { signedIn } = useBrowser()
const email = 'annie@example.com'

test('a receiver that no request can reach pulls the events of its webhook, whose page shows what it has acknowledged', async () => {
  const { dashboardUrl, automationUrl } = inject('stack')
  await signedIn({ email }, async (page) => {
    const id = await makeWebhook(page, `http://127.0.0.1:${await findFreePort()}/behind-the-firewall`)
    const automationId = await makeAutomation(page, inject('siteUrl'))

    const token = await signIn({ email, password, baseUrl: dashboardUrl })
    const events = new AutomationClient({ token, baseUrl: automationUrl }).webhooks.events(id)
    const pulling = events.next()
    // The feed begins with the first request.
    await page.getByText('nothing acknowledged yet').waitFor()
    await run(page, automationId)
    const first = (await pulling).value!
    expect(first).toMatchObject({ event: 'execution.started', data: { automationId } })

    // Going on acknowledges the first one, whatever became of pushing it.
    const goingOn = events.next()
    await page.getByRole('button', { name: /execution\.started.*delivered/ }).waitFor()
    await page.getByText(/^acknowledged (just now|.* ago)$/).waitFor()
    await lookAtPage(page)
    await saveScreenshot(page, 'pulled-webhook')

    await run(page, automationId)
    const second = (await goingOn).value!
    expect(second.event).toBe('execution.started')
    expect(second.deliveryId).not.toBe(first.deliveryId)
    await events.return(undefined)
  })
})

async function makeWebhook(page: Page, url: string): Promise<string> {
  await page.goto('/webhooks/automation')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Behind the firewall')
  await dialog.getByLabel('Endpoint URL').fill(url)
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByLabel(/execution\.started/).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('link', { name: 'Open webhook' }).click()
  await page.getByText('No deliveries').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1)!
}

async function makeAutomation(page: Page, url: string): Promise<string> {
  const actions = [{ name: 'Open', type: 'navigate', url }]
  const { id } = await post<{ id: string }>(page, '', { name: 'Read the shop', actions })
  return id
}

/** Returns when the run has ended: an automation has one at a time. */
async function run(page: Page, automationId: string): Promise<void> {
  const { executionId } = await post<{ executionId: string }>(page, `/${automationId}/trigger`, {})
  await page.waitForFunction(async (id) => {
    const answer = await fetch(`/automation/api/v1/executions/${id}`)
    return ((await answer.json()) as { completedAt: string | null }).completedAt !== null
  }, executionId)
}

const post = <Answer>(page: Page, path: string, body: object): Promise<Answer> =>
  page.evaluate(
    async ([place, text]) => {
      const answer = await fetch(`/automation/api/v1/automations${place}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      return (await answer.json()) as Answer
    },
    [path, JSON.stringify(body)] as const,
  )
