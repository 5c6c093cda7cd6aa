import { newId } from '@waypost/postgres'
import { startMailSink } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import type { Notice, ScheduleNotice } from '../notices/notice.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import { createSmarthostTransport } from '../system-mail/create-smarthost-transport.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { sendDueEmails } from '../system-mail/test-system-mail.ts'
import type { TestBrowser } from '../test-browser.ts'
import { automation as automationService } from '../upstreams/upstream.ts'
import { answerJson, startTestUpstream, type TestUpstream } from '../test-upstream.ts'

const email = 'ada@example.com'
const allOn = {
  failed_runs: true,
  waiting_runs: true,
  heals: true,
  webhooks: true,
  domains: true,
  limits: true,
  withheld: true,
}

let automation: TestUpstream
let dashboard: TestDashboard
let ada: TestBrowser
let accountId: string
let waiting: Notice[]
beforeAll(async () => {
  automation = await startTestUpstream()
  automation.routes.set('POST /notices/claim', (_request, response) =>
    answerJson(response, 200, waiting.splice(0)),
  )
  automation.routes.set('POST /notices/confirm', (_request, response) => answerJson(response, 204))
  dashboard = await createTestDashboard({ upstreams: { automation: automation.url, alias: automation.url } })
})
afterAll(async () => {
  await dashboard.close()
  await automation.close()
})
beforeEach(async () => {
  await dashboard.empty()
  waiting = []
  ada = await dashboard.signUp(email)
  await ada.post('/auth/confirm-email', { token: await mailedTokenOf(dashboard, 'confirm-email', email) })
  accountId = (await ada.get('/auth/session')).json<{ account: { id: string } }>().account.id
})

const failing = (kind: ScheduleNotice['kind'] = 'schedule_failing'): ScheduleNotice => ({
  id: newId(),
  ownerId: accountId,
  kind,
  scheduleId: newId(),
  scheduleName: 'Prices',
  error: 'No such element',
  nextRunAt: null,
})
const waits = (): Notice => ({
  id: newId(),
  ownerId: accountId,
  kind: 'execution_waiting',
  executionId: newId(),
  automationName: 'Prices',
  message: 'Solve the puzzle',
  until: '2026-11-01T12:15:00.000Z',
})
const notify = async (...notices: Notice[]) => {
  waiting = notices
  await sendNotices(dashboard.services, automationService)
}
const subjects = async () =>
  (await dashboard.mails(email)).map(({ subject }) => subject).filter((each) => each.includes('Prices'))
const choose = (kind: string, isOn: unknown) => ada.post('/auth/notifications', { kind, isOn })
const list = async () => (await ada.get('/auth/notifications')).json<{ kind: string; isOn: boolean }[]>()
const chosen = async () => Object.fromEntries((await list()).map(({ kind, isOn }) => [kind, isOn]))

const linkOf = async (): Promise<string> => {
  await notify(failing())
  const [mail] = await dashboard.mails(email)
  const [link] = /https:\/\/dashboard\.example\/unsubscribe\?token=\S+/.exec(mail!.bodyText) ?? []
  return link!.replace('https://dashboard.example', '')
}
/** As a mail program asks: with no cookie, and from no page of ours. */
const oneClick = (url: string) =>
  dashboard.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })

describe('the e-mails of a kind', () => {
  test('are sent until their owner switches them off, and again once they are on', async () => {
    expect(await chosen()).toEqual(allOn)
    await notify(failing())
    for (const _ of [1, 2]) expect((await choose('failed_runs', false)).statusCode).toBe(204)
    expect(await chosen()).toEqual({ ...allOn, failed_runs: false })
    await notify(failing(), failing('schedule_recovered'))
    await choose('failed_runs', true)
    await notify(failing())
    expect(await subjects()).toEqual(['Schedule failed: Prices', 'Schedule failed: Prices'])
  })

  test('of one account do not depend on what another account chose', async () => {
    const bob = await dashboard.signUp('bob@example.com')
    await bob.post('/auth/notifications', { kind: 'failed_runs', isOn: false })
    await notify(failing())
    expect(await subjects()).toHaveLength(1)
  })

  test('that were queued before they were switched off are not sent', async () => {
    await notify(failing())
    await choose('failed_runs', false)
    expect(await subjects()).toEqual([])
  })

  test('are thirty in 24 hours at most, and do not use up those of another kind', async () => {
    await notify(...Array.from({ length: 40 }, () => failing()))
    expect(await subjects()).toHaveLength(30)
    await notify(waits())
    expect(await subjects()).toHaveLength(31)
    dashboard.advance(24 * 60 * 60_000)
    await notify(failing())
    expect(await subjects()).toHaveLength(32)
  })

  test('can be chosen by their owner alone, from the dashboard’s own pages', async () => {
    expect((await dashboard.browser().get('/auth/notifications')).statusCode).toBe(401)
    expect((await dashboard.post('/auth/notifications', { kind: 'webhooks', isOn: false })).statusCode).toBe(
      403,
    )
    expect((await choose('new_browser', false)).statusCode).toBe(400)
    expect((await choose('webhooks', 'no')).statusCode).toBe(400)
    expect((await ada.get('/auth/export')).json()).toMatchObject({ notifications: await list() })
  })
})

describe('the link that unsubscribes', () => {
  test('opens a page that changes nothing, and whose button switches the kind off', async () => {
    const link = await linkOf()
    const page = await dashboard.app.inject(link)
    expect([page.statusCode, page.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    expect(page.body).toContain('emails about runs that fail')
    expect(page.body).toContain('<form method="post">')
    expect((await chosen())['failed_runs']).toBe(true)
    for (const _ of [1, 2]) {
      const done = await oneClick(link)
      expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Unsubscribed')])
    }
    expect(await chosen()).toEqual({ ...allOn, failed_runs: false })
  })

  test('does nothing where it was changed', async () => {
    const link = await linkOf()
    const other = newId()
    const changed = [
      link.replace('failed_runs', 'webhooks'),
      link.replace(accountId, other),
      `${link}x`,
      link.slice(0, -1),
      '/unsubscribe',
      '/unsubscribe?token=',
      '/unsubscribe?token=a&token=b',
    ]
    for (const url of changed) {
      expect((await dashboard.app.inject(url)).statusCode, url).toBe(404)
      expect((await oneClick(url)).statusCode, url).toBe(404)
    }
    expect(await chosen()).toEqual(allOn)
  })

  test('of a deleted account does nothing', async () => {
    const link = await linkOf()
    await dashboard.empty()
    expect((await oneClick(link)).statusCode).toBe(200)
  })

  test('is in the headers by which mail programs unsubscribe (RFC 8058), and in no e-mail about security', async () => {
    const sink = await startMailSink()
    const transport = createSmarthostTransport(sink.url, 'no-reply@waypost.example')
    const send = () => sendDueEmails(dashboard.services, { transport, isKept: false })
    await notify(failing())
    await send()
    const { db } = dashboard.services
    await db.transaction((tx) => enqueueSystemEmail(tx, dashboard.services, 'password_changed', email))
    await send()
    await sink.close()
    const [about, security] = sink.mails.map(({ content }) =>
      content.toString().replaceAll(/\r\n[ \t]+/g, ' '),
    )
    const [, url] = /^List-Unsubscribe: <https:\/\/dashboard\.example(\S+)>\r$/m.exec(about!)!
    expect(about).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect((await oneClick(url!)).statusCode).toBe(200)
    expect((await chosen())['failed_runs']).toBe(false)
    expect(security).toMatch(/^Subject: Your password was changed\r$/m)
    expect(security).not.toMatch(/unsubscribe/i)
  })
})
