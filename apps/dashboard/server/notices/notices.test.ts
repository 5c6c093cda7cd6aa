import { decodeJwt } from 'jose'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import { answerJson, startTestUpstream, type TestUpstream } from '../test-upstream.ts'
import type { Notice, ScheduleNotice } from './notice.ts'
import { notificationOptOuts } from '../db/tables.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import { alias, automation as automationService } from '../upstreams/upstream.ts'
import { notificationOf } from '../notifications/notification.ts'
import { sendNotices } from './send-notices.ts'

const claim = '/notices/claim'
const confirm = '/notices/confirm'

let automation: TestUpstream
let dashboard: TestDashboard
let email: string
let accounts = 0
let waiting: Notice[]
beforeAll(async () => {
  automation = await startTestUpstream()
  dashboard = await createTestDashboard({ upstreams: { automation: automation.url, alias: automation.url } })
})
afterAll(async () => {
  await dashboard.close()
  await automation.close()
})
beforeEach(async () => {
  await dashboard.empty()
  automation.calls.length = 0
  automation.routes.clear()
  automation.routes.set(`POST ${claim}`, (_request, response) => answerJson(response, 200, waiting.splice(0)))
  automation.routes.set(`POST ${confirm}`, (_request, response) => answerJson(response, 204))
  email = `ada${++accounts}@example.com`
})

const signUp = async ({ confirmed }: { confirmed: boolean }) => {
  const browser = await dashboard.signUp(email)
  const { account } = (await browser.get('/auth/session')).json<{ account: { id: string } }>()
  const token = await mailedTokenOf(dashboard, 'confirm-email', email)
  if (confirmed) expect((await browser.post('/auth/confirm-email', { token })).statusCode).toBeLessThan(300)
  return account.id
}
const notice = (ownerId: string, more: Partial<ScheduleNotice> = {}): ScheduleNotice => ({
  id: newId(),
  ownerId,
  kind: 'schedule_failing',
  scheduleId: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
  scheduleName: 'Every\r\nBcc: eve@example.com',
  error: 'No such element',
  nextRunAt: '2026-01-05T06:00:00.000Z',
  ...more,
})
const send = (upstream = automationService) => sendNotices(dashboard.services, upstream)
const subjects = async () => (await dashboard.mails(email)).map(({ subject }) => subject)

test('an owner is mailed that a schedule fails, why, and when it runs again', async () => {
  waiting = [notice(await signUp({ confirmed: true }))]
  const [{ id }] = waiting as [Notice]
  await send()
  const [mail] = await dashboard.mails(email)
  expect(mail!.subject).toBe('Schedule failed: Every Bcc: eve@example.com')
  for (const part of ['No such element', '2026-01-05T06:00:00.000Z', '/schedules/0195562f-6c1d-7a3e'])
    expect(mail!.bodyText).toContain(part)
  const confirmed = automation.calls.filter(({ path }) => path === confirm)
  expect(confirmed.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ ids: [id] }])
})

test('an owner is mailed that a schedule works again', async () => {
  waiting = [
    notice(await signUp({ confirmed: true }), { kind: 'schedule_recovered', scheduleName: 'Prices' }),
  ]
  await send()
  expect(await subjects()).toContain('Schedule works again: Prices')
})

test('a notice that is claimed again after its e-mail was queued is not mailed twice', async () => {
  const twice = notice(await signUp({ confirmed: true }), { scheduleName: 'Prices' })
  automation.routes.set(`POST ${confirm}`, (_request, response) => answerJson(response, 500, {}))
  waiting = [twice]
  await expect(send()).rejects.toThrow('did not answer /notices/confirm (500)')
  waiting = [twice]
  await expect(send()).rejects.toThrow('(500)')
  expect((await subjects()).filter((subject) => subject === 'Schedule failed: Prices')).toHaveLength(1)
})

test('an address that nobody has confirmed and a deleted account get no mail, and their notices are confirmed', async () => {
  const unconfirmed = await signUp({ confirmed: false })
  waiting = [notice(unconfirmed), notice(newId()), notice('somebody of another issuer')]
  await send()
  expect(await subjects()).toEqual(['Confirm your email address'])
  const call = automation.calls.find(({ path }) => path === confirm)
  expect((JSON.parse(call!.body) as { ids: string[] }).ids).toHaveLength(3)
})

test('notices are claimed with a token of the server itself', async () => {
  waiting = []
  await send()
  const claims = decodeJwt(String(automation.calls[0]!.headers['authorization']).slice('Bearer '.length))
  expect(claims['scope']).toBe('notices')
  await dashboard.signUp(email)
  const { token } = (await dashboard.post('/auth/login', { email, password: password })).json<{
    token: string
  }>()
  expect(decodeJwt(token)).not.toHaveProperty('scope')
})

test('an owner is mailed that a run waits for them, what for, and where', async () => {
  const executionId = newId()
  waiting = [
    {
      id: newId(),
      ownerId: await signUp({ confirmed: true }),
      kind: 'execution_waiting',
      executionId,
      automationName: 'Prices',
      message: 'Solve the puzzle',
      until: '2026-01-05T06:00:00.000Z',
    },
  ]
  await send()
  const mails = await dashboard.mails(email)
  const mail = mails.find(({ subject }) => subject === 'A run waits for you: Prices')
  for (const part of ['Solve the puzzle', '2026-01-05T06:00:00.000Z', `/runs/${executionId}`])
    expect(mail!.bodyText).toContain(part)
  const asked = automation.calls.find(({ path }) => path === claim)
  expect(JSON.parse(asked!.body)).toEqual({
    waiting: true,
    webhooks: true,
    kinds: ['automation_failing', 'automation_recovered', 'heal_undecided', 'limit_near'],
  })
})

test('an owner is mailed that a webhook fails, since when, with what, and where to recover what it missed', async () => {
  const webhookId = newId()
  waiting = [
    {
      id: newId(),
      ownerId: await signUp({ confirmed: true }),
      kind: 'webhook_failing',
      webhookId,
      webhookName: 'Reports\r\nBcc: eve@example.com',
      url: 'https://hooks.example',
      failingSince: '2026-01-05T06:00:00.000Z',
      failedAttempts: 12,
      lastStatus: '503',
    },
  ]
  await send()
  const mails = await dashboard.mails(email)
  const mail = mails.find(({ subject }) => subject === 'Webhook fails: Reports Bcc: eve@example.com')
  const parts = ['https://hooks.example', '2026-01-05T06:00:00.000Z', '12 attempts', '“503”']
  for (const part of [...parts, `/webhooks/automation/${webhookId}`]) expect(mail!.bodyText).toContain(part)
})

const ofAutomation = {
  automationId: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
  automationName: 'Prices\r\nBcc: eve@example.com',
}
const executionId = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a55'

test.each([
  [
    'the runs of an automation fail',
    { ...ofAutomation, kind: 'automation_failing', executionId, error: 'No such element' },
    'Automation failed: Prices Bcc: eve@example.com',
    ['No such element', `/runs/${executionId}`],
  ],
  [
    'an automation works again',
    { ...ofAutomation, kind: 'automation_recovered', executionId, error: null },
    'Automation works again: Prices Bcc: eve@example.com',
    [`/runs/${executionId}`],
  ],
  [
    'a heal waits for a review',
    { ...ofAutomation, kind: 'heal_undecided', actionName: 'Sign\nin' },
    'Review a heal: Prices Bcc: eve@example.com',
    ['“Sign in”', 'https://dashboard.example/heals'],
  ],
  [
    'a limit is nearly reached',
    { kind: 'limit_near', unit: 'automations', used: 400, limit: 500 },
    'Limit nearly reached: automations',
    ['400 of 500 automations', '/account/limits'],
  ],
  [
    'the room for what is stored is nearly used up',
    { kind: 'limit_near', unit: 'bytes stored', used: 900 * 2 ** 20, limit: 2 ** 30 },
    'Limit nearly reached: bytes stored',
    ['900 of 1024 MiB stored'],
  ],
] as const)('an owner is mailed that %s', async (_what, about, subject, parts) => {
  waiting = [{ ...about, id: newId(), ownerId: await signUp({ confirmed: true }) }]
  await send()
  const mail = (await dashboard.mails(email)).find((each) => each.subject === subject)
  for (const part of [...parts, '/unsubscribe?token=']) expect(mail?.bodyText).toContain(part)
})

test('notices of which there are more than a request confirms are all confirmed', async () => {
  const ownerId = await signUp({ confirmed: true })
  waiting = Array.from({ length: 250 }, () => notice(ownerId))
  await send()
  const confirmed = automation.calls
    .filter(({ path }) => path === confirm)
    .map(({ body }) => (JSON.parse(body) as { ids: string[] }).ids.length)
  expect(confirmed).toEqual([100, 100, 50])
})

test.each([
  ['webhook_disabled', 'Your webhook was disabled'],
  ['domain_lost', 'ada.dev is no longer yours'],
  ['emails_withheld', '2 emails were not forwarded'],
] as const)(
  'an owner is mailed what the alias service writes (%s), unless they switched it off',
  async (kind, subject) => {
    const ownerId = await signUp({ confirmed: true })
    const written = () => ({ id: newId(), ownerId, kind, subject, text: 'Its deliveries failed.\n' })
    waiting = []
    await send(alias)
    const asked = automation.calls.find(({ path }) => path === claim)
    expect(JSON.parse(asked!.body)).toEqual({
      kinds: ['webhook_disabled', 'domain_lost', 'limit_near', 'emails_withheld'],
    })
    const { db } = dashboard.services
    await db
      .insert(notificationOptOuts)
      .values([{ accountId: ownerId, kind: notificationOf(kind)!, createdAt: new Date() }])
    waiting = [written()]
    await send(alias)
    expect(await subjects()).not.toContain(subject)
    await db.delete(notificationOptOuts)
    waiting = [written()]
    await send(alias)
    const mails = (await dashboard.mails(email)).filter((each) => each.subject === subject)
    expect(mails).toHaveLength(1)
    const link = kind === 'emails_withheld' ? 'https://dashboard.example/mailbox?folder=withheld\n\n' : ''
    const [text, unsubscribe] = mails[0]!.bodyText.split('-- \n')
    expect(text).toBe(`Its deliveries failed.\n\n${link}`)
    expect(unsubscribe).toMatch(/^Unsubscribe from emails about /)
  },
)

test('a service of the version before, which has no notices, is left alone', async () => {
  automation.routes.delete(`POST ${claim}`)
  await send(alias)
  expect(automation.calls.map(({ path }) => path)).toEqual([claim])
})
