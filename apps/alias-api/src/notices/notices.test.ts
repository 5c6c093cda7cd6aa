import { systemClock } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announceLost } from '../domains/announce-lost.ts'
import { checkStorage } from '../smtp/check-storage.ts'
import { startTestApp, testAdminToken, type TestApp } from '../testing/test-app.ts'
import { notifyDisabledWebhooks } from '../webhooks/notify-disabled-webhooks.ts'
import { claimNotices } from './claim-notices.ts'
import { confirmNotices } from './confirm-notices.ts'

const minute = 60_000
const day = 24 * 60 * minute
const allKinds = ['webhook_disabled', 'domain_lost', 'limit_near', 'emails_withheld']

let service: TestApp
let time = Date.parse('2026-03-02T09:30:00.000Z')
let key: { authorization: string }
beforeAll(async () => {
  service = await startTestApp({ clock: { ...systemClock, now: () => time } })
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  key = await service.key('ada')
  await service.app.inject({ url: '/api/v1/account', headers: await service.person('ada') })
})

const execute = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  service.database.connectAsOwner().db.execute<Row>(statement)
const post = (path: string, payload: object) =>
  service.app.inject({ method: 'POST', url: `/api/v1/${path}`, headers: key, payload })
const claim = (kinds = allKinds) => claimNotices(service.services, kinds)
const tell = async () => {
  const claimed = await claim()
  await confirmNotices(
    service.services,
    claimed.map(({ id }) => id),
  )
  return claimed.map(({ kind }) => kind)
}
const mailed = async () =>
  (await execute(sql`select rcpt_to from alias.outbound_messages`)).rows.map((row) => row['rcpt_to'])
const disable = async () => {
  await execute(sql`
    update alias.webhooks set is_active = false, disabled_at = ${new Date(time)},
      disabled_reason = 'A delivery failed 5 times, the last time with status 503'
  `)
  await notifyDisabledWebhooks(service.services)
}
const lose = (ownerId = 'live:ada', domain = 'ada.dev') =>
  service.services.db.transaction((tx) =>
    announceLost(
      tx,
      service.services,
      { id: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44', ownerId, domain },
      'records_missing',
    ),
  )

const limit = (limits: object) =>
  service.app.inject({
    method: 'PUT',
    url: '/admin/accounts/ada/limits',
    headers: { authorization: `Bearer ${testAdminToken}` },
    payload: limits,
  })
const create = async (count: number) => {
  for (let index = 0; index < count; index += 1) expect((await post('addresses', {})).statusCode).toBe(201)
}
const byKind = (one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1)

describe('an issuer that claims notices', () => {
  test('has them in place of mail of the service itself, once each', async () => {
    await claim([])
    await post('webhooks', { url: 'https://example.com/hook', events: ['email.received'] })
    await disable()
    await lose()
    expect(await mailed()).toEqual([])
    expect((await claim()).toSorted(byKind)).toEqual([
      {
        id: expect.any(String) as unknown,
        ownerId: 'ada',
        kind: 'domain_lost',
        subject: 'ada.dev is no longer yours on Waypost',
        text: expect.stringContaining('DNS records of ada.dev') as unknown,
      },
      {
        id: expect.any(String) as unknown,
        ownerId: 'ada',
        kind: 'webhook_disabled',
        subject: 'Your webhook was disabled',
        text: expect.stringContaining('https://example.com/hook') as unknown,
      },
    ])
    time += 3 * minute
    expect((await tell()).toSorted()).toEqual(['domain_lost', 'webhook_disabled'])
    time += 3 * minute
    expect(await tell()).toEqual([])
  })

  test('gets those of the kinds that it knows, one process of it at a time, and none that is a day old', async () => {
    await claim([])
    await lose()
    expect(await claim(['limit_near'])).toEqual([])
    const [claims, others] = await Promise.all([claim(), claim()])
    expect([...claims, ...others]).toHaveLength(1)
    time += 3 * minute
    expect(await claim()).toEqual([...claims, ...others])
    time += day
    expect(await claim()).toEqual([])
  })

  test('is left out again once it has claimed none for a day: the service mails the owner', async () => {
    await claim([])
    time += day
    await lose()
    expect(await mailed()).toEqual(['ada@example.com'])
    expect(await claim()).toEqual([])
  })

  test('shows a token of its own, which no account and no key has', async () => {
    const claimAs = async (headers: Record<string, string>) =>
      (
        await service.app.inject({
          method: 'POST',
          url: '/notices/claim',
          headers,
          payload: { kinds: allKinds },
        })
      ).statusCode
    expect(await claimAs({})).toBe(401)
    expect(await claimAs(await service.person('ada'))).toBe(401)
    expect(await claimAs(key)).toBe(401)
    await lose()
    expect(await mailed()).toEqual(['ada@example.com'])
    const own = await service.issuer.token('the issuer', { scope: 'notices' })
    expect(await claimAs({ authorization: `Bearer ${own}` })).toBe(200)
  })
})

test('an owner is told of thirty lost domains in a day at most, whoever mails them', async () => {
  for (let index = 0; index < 20; index += 1) await lose('live:ada', `${index}.dev`)
  await claim([])
  for (let index = 20; index < 40; index += 1) await lose('live:ada', `${index}.dev`)
  await lose('live:bob')
  expect(await mailed()).toHaveLength(20)
  expect((await claim()).map(({ ownerId }) => ownerId).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 'ada'),
    'bob',
  ])
})

describe('a limit that is nearly reached', () => {
  test('is told from 80 % on, once a week', async () => {
    await limit({ addresses: 20 })
    await create(15)
    expect(await claim()).toEqual([])
    await create(1)
    expect(await claim()).toMatchObject([
      { ownerId: 'ada', kind: 'limit_near', unit: 'aliases', used: 16, limit: 20 },
    ])
    await create(1)
    time += 3 * minute
    expect(await tell()).toEqual(['limit_near'])
    time += 7 * day
    await create(1)
    expect(await tell()).toEqual(['limit_near'])
  })

  test('is not told of what was refused, nor of a limit below ten', async () => {
    await limit({ addresses: 9 })
    await create(9)
    expect((await post('addresses', {})).statusCode).toBe(403)
    expect(await claim()).toEqual([])
  })

  test('is told of stored mail by the message that comes near it, once, however many come at the same moment', async () => {
    const storage = { accountId: 'ada', storedBytes: 700, limitBytes: 1000, fullAt: null }
    const { db } = service.database.connectAs('waypost_alias_mail')
    const receive = (bytes: number) => checkStorage({ ...service.services, db }, storage, bytes)
    expect(await receive(99)).toBeUndefined()
    expect(await claim()).toEqual([])
    expect(await Promise.all(Array.from({ length: 8 }, () => receive(100)))).toEqual(
      Array.from({ length: 8 }, () => undefined),
    )
    expect(await claim()).toMatchObject([{ unit: 'bytes of stored mail', used: 800, limit: 1000 }])
  })
})
