import { startWebhookReceiver } from '@waypost/testing'
import openApiTypes, { astToString } from 'openapi-typescript'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDemoSite } from '../../stack/demo-site.ts'
import { startStack, type Stack } from '../start-stack.ts'
import { tellAccountStory } from './account-story.ts'
import { tellAliasStory } from './alias-story.ts'
import { tellAutomationStory } from './automation-story.ts'
import { tellDeliveryStory } from './delivery-story.ts'
import { lookAtPage } from './look-at-page.ts'
import { pages } from './pages.ts'
import { signUp } from './sign-up.ts'
import { startBrowser, type TestBrowser } from './start-browser.ts'
import { watchProblems } from './watch-problems.ts'

let stack: Stack
let browser: TestBrowser
const undo: (() => Promise<void>)[] = []

beforeAll(async () => {
  browser = await startBrowser()
  undo.push(() => browser.close())
  // Deliveries are made at once: how long they wait is another test's.
  stack = await startStack({ AUTOMATION_WEBHOOK_DELAYS: '0s,1s,1s,1s,1s' })
  undo.push(() => stack.stop())
})
afterAll(async () => {
  await Promise.all(undo.map((step) => step()))
})

test.each(['automation', 'alias'] as const)(
  'the typed client is what the %s service’s own document says',
  async (service) => {
    const url = { automation: stack.automationUrl, alias: stack.aliasUrl }[service]
    const generated = astToString(await openApiTypes(new URL('/openapi.json', url)))
    await expect(generated).toMatchFileSnapshot(`../../apps/dashboard/web/client/${service}-schema.ts`)
  },
)

describe('the first five minutes of a new account', () => {
  let page: Page
  let problems: string[]

  test('write an automation, watch it run, receive its event, make a key for a program', async () => {
    const [site, receiver] = await Promise.all([startDemoSite(), startWebhookReceiver()])
    try {
      page = await browser.openPage(stack.dashboardUrl)
      problems = watchProblems(page)
      await signUp(page, 'grace@example.com')
      await tellAutomationStory({ page, automationUrl: stack.automationUrl, siteUrl: site.url, receiver })
      expect(problems).toEqual([])
    } finally {
      await Promise.all([site.close(), receiver.close()])
    }
  })

  // What the story has made is what these show.
  test.each(pages)('$path can be used by anybody', async ({ path, title, shows }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText(shows).first().waitFor()
    await lookAtPage(page)
    expect(problems).toEqual([])
  })

  test('make an address, read the mail that comes in, have others forwarded', async () => {
    const other = await browser.openPage(stack.dashboardUrl)
    const said = watchProblems(other)
    await signUp(other, 'ada@example.com')
    await tellAliasStory({ page: other, aliasUrl: stack.aliasUrl, smtpUrl: stack.smtpUrl })
    expect(said).toEqual([])
  })
})

test('confirm an address, be signed out everywhere, choose a new password by mail', async () => {
  const page = await browser.openPage(stack.dashboardUrl)
  const problems = watchProblems(page)
  await signUp(page, 'mary@example.com')
  await tellAccountStory({ page, dashboardUrl: stack.dashboardUrl, email: 'mary@example.com' })
  expect(problems).toEqual([])
})

test('see why a webhook does not arrive, and send again what it missed', async () => {
  const receiver = await startWebhookReceiver()
  try {
    const page = await browser.openPage(stack.dashboardUrl)
    const problems = watchProblems(page)
    await signUp(page, 'joan@example.com')
    await tellDeliveryStory(page, receiver)
    expect(problems).toEqual([])
  } finally {
    await receiver.close()
  }
})
