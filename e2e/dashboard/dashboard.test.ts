import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDemoSite } from '../../stack/demo-site.ts'
import { startStack, type Stack } from '../start-stack.ts'
import { tellAccountStory } from './account-story.ts'
import { tellAliasStory } from './alias-story.ts'
import { tellAskStory } from './ask-story.ts'
import { tellAutomationStory } from './automation-story.ts'
import { tellBusinessStory } from './business-story.ts'
import { tellDeliveryStory } from './delivery-story.ts'
import { tellFailuresStory } from './failures-story.ts'
import { tellHealingStory } from './healing-story.ts'
import { lookAtPage } from './look-at-page.ts'
import { measureFirstLoad } from './measure-first-load.ts'
import { gatePages, pages } from './pages.ts'
import { tellPipelineStory } from './pipeline-story.ts'
import { tellRecoveryStory } from './recovery-story.ts'
import { signIn, signUp } from './sign-up.ts'
import { keepScreenshot, startBrowser, type TestBrowser } from './start-browser.ts'
import { watchProblems } from './watch-problems.ts'

let stack: Stack
let browser: TestBrowser
let site: Awaited<ReturnType<typeof startDemoSite>>
let receiver: WebhookReceiver
const undo: (() => Promise<void>)[] = []

beforeAll(async () => {
  browser = await startBrowser()
  undo.push(() => browser.close())
  site = await startDemoSite()
  undo.push(() => site.close())
  receiver = await startWebhookReceiver()
  undo.push(() => receiver.close())
  // How long deliveries and runs wait is other tests' to look at.
  stack = await startStack({
    AUTOMATION_WEBHOOK_DELAYS: '0s,1s,1s,1s,1s',
    ALIAS_WEBHOOK_DELAYS: '0s,0s,0s,0s,0s',
    COOLDOWN_SECONDS: '0',
  })
  undo.push(() => stack.stop())
})
beforeEach(() => {
  receiver.requests.length = 0
  receiver.answer(200)
})
afterAll(async () => {
  await Promise.all(undo.map((step) => step()))
})

/** Somebody at a page of his own, new unless he has a password; what the page complains of fails the test. */
async function tell(
  { email, password }: { email: string; password?: string },
  story: (page: Page) => Promise<void>,
  { expectProblems = false } = {},
): Promise<void> {
  const page = await browser.openPage(stack.dashboardUrl)
  const problems = watchProblems(page)
  try {
    if (password === undefined) await signUp(page, email)
    else await signIn(page, { email, password })
    await story(page)
  } catch (error) {
    await keepScreenshot(page, `failed-${email}`)
    throw new Error(`It stood at ${page.url()}:\n${await page.innerText('body')}`, { cause: error })
  }
  if (!expectProblems) expect(problems).toEqual([])
  await page.context().close()
}

// Seconds where nothing else runs; a browser is the first to feel that something does.
describe('somebody new can', { timeout: 120_000 }, () => {
  test('write an automation, watch it run, receive its event, make a key for a program', async () => {
    const { automationUrl } = stack
    await tell({ email: 'grace@example.com' }, (page) =>
      tellAutomationStory({ page, automationUrl, siteUrl: site.url, receiver }),
    )
  })

  test('make an address, read the mail that comes in, have others forwarded, write an answer', async () => {
    await tell({ email: 'ada@example.com' }, (page) => tellAliasStory({ page, ...stack }))
  })

  test('confirm an address, be signed out everywhere, choose a new password by mail, delete the account', async () => {
    const email = 'mary@example.com'
    await tell({ email }, (page) => tellAccountStory({ page, email, dashboardUrl: stack.dashboardUrl }))
  })

  test('take over an account that somebody else made with their address', async () => {
    const email = 'evelyn@example.com'
    await tell({ email }, (page) => tellRecoveryStory({ page, email, ...stack }))
  })

  test('see where they are, and what went wrong', async () => {
    await tell({ email: 'radia@example.com' }, (page) => tellFailuresStory(page, site.url), {
      // The way to the alias service is cut in it.
      expectProblems: true,
    })
  })

  test('see why a webhook was disabled, enable it, send it what it missed, replace its secret', async () => {
    await tell({ email: 'joan@example.com' }, (page) => tellDeliveryStory(page, receiver))
  })

  test('import recordings, run one in a pipeline and one as a job', async () => {
    await tell({ email: 'dorothy@example.com' }, (page) => tellPipelineStory(page, site.url))
  })

  test('ask in a sentence, try out what was written for it, and ask again', async () => {
    await tell({ email: 'hedy@example.com' }, (page) => tellAskStory(page, site.url))
  })

  test('see how a run repaired a step, and take the repair back', async () => {
    await tell({ email: 'barbara@example.com' }, tellHealingStory)
  })
})

test(
  'on the Business plan there is a domain of one’s own, and keys for programs',
  { timeout: 120_000 },
  async () => {
    await tell(stack.demo, (page) => tellBusinessStory(page, stack.aliasUrl))
  },
)

describe('every page', () => {
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    page = await browser.openPage(stack.dashboardUrl)
    problems = watchProblems(page)
    await signUp(page, 'katherine@example.com')
  })

  test.each(pages)('$path can be used by anybody', async ({ path, title, shows }) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText(shows).first().waitFor()
    await lookAtPage(page)
    expect(problems).toEqual([])
  })

  test.each(gatePages)('$path can be used by somebody who is not signed in', async ({ path, title }) => {
    const stranger = await browser.openPage(stack.dashboardUrl)
    await stranger.goto(path)
    await stranger.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await lookAtPage(stranger)
    await stranger.context().close()
  })

  test('the overview offers no later step while it is not known whether the first one is done', async () => {
    const offered = page.locator('.first-step-action a')
    const answered = Promise.withResolvers<void>()
    await page.route('**/automation/api/v1/automations?*', async (route) => {
      await answered.promise
      await route.continue()
    })
    const known = page.waitForResponse('**/automation/api/v1/executions?*')
    await page.goto('/')
    await known
    await page.getByRole('button', { name: 'New address' }).waitFor()
    expect(await offered.allInnerTexts()).toEqual([])
    answered.resolve()
    await page.getByRole('link', { name: 'New automation' }).waitFor()
    expect(await offered.allInnerTexts()).toEqual(['New automation'])
    await page.unroute('**/automation/api/v1/automations?*')
  })

  test('the keyboard alone leads past the menu, into a dialog and back', async () => {
    const focused = () => page.locator(':focus')
    await page.goto('/addresses')
    await page.getByRole('button', { name: 'New address' }).first().waitFor()
    await page.keyboard.press('Tab')
    expect(await focused().innerText()).toBe('Skip to the page')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused().innerText()).toBe('New address')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('What it is for').and(focused()).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New address' }).first().and(focused()).waitFor()
  })

  test.each(['/sign-in', '/', '/automations/new', '/mailbox'])(
    '%s comes in less than 200 kB',
    async (path) => {
      // Without a sign-in every page but the first would be that one.
      const as = path === '/sign-in' ? undefined : page
      const kilobytes = await measureFirstLoad(browser, `${stack.dashboardUrl}${path}`, as)
      expect(kilobytes).toBeGreaterThan(20)
      expect(kilobytes).toBeLessThan(200)
    },
  )
})
