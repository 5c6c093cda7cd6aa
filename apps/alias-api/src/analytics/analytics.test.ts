import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress, addEmail } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { Analytics } from './analytics.ts'

let service: TestApp
let key: { authorization: string }
let time = Date.now()

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = Date.UTC(2026, 2, 1, 0, 30)
  key = await service.key('ada')
})
afterEach(() => service.empty())

const read = async (headers = key) =>
  (await service.app.inject({ url: '/api/v1/analytics', headers })).json<Analytics>()
const request = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
  service.app.inject({ method, url: `/api/v1${path}`, headers: key, ...(payload && { payload }) })
const createAddress = async (expiresIn = 3600) =>
  (await request('POST', '/addresses', { expiresIn })).json<{
    data: { id: string; address: string }
  }>().data
const nothing: Analytics = {
  totalAddresses: 0,
  activeAddresses: 0,
  totalEmailsReceived: 0,
  totalEmailsSent: 0,
  thisMonthReceived: 0,
  thisMonthSent: 0,
}

test('all analytics of a new account are zero, without a `data` wrapper', async () => {
  expect(await read()).toEqual(nothing)
})

test('analytics count aliases ever created, and those active now', async () => {
  await createAddress(60)
  const { id } = await createAddress()
  await createAddress()
  expect(await read()).toMatchObject({ totalAddresses: 3, activeAddresses: 3 })
  time += 60_000
  await request('DELETE', `/addresses/${id}`)
  expect(await read()).toMatchObject({ totalAddresses: 3, activeAddresses: 1 })
})

test('a paused alias is not active, until it is resumed or has expired', async () => {
  const { id } = await createAddress(60)
  await createAddress()
  const change = (isActive: boolean) =>
    service.app.inject({
      method: 'PATCH',
      url: `/api/v1/addresses/${id}`,
      headers: key,
      payload: { isActive },
    })
  await change(false)
  expect((await read()).activeAddresses).toBe(1)
  await change(true)
  expect((await read()).activeAddresses).toBe(2)
  await change(false)
  time += 60_000
  expect((await read()).activeAddresses).toBe(1)
})

test('analytics count emails by the UTC month in which they were received or sent', async () => {
  const address = await addAddress(service, 'ada')
  const sent = { type: 'sent', status: 'queued' } as const
  await addEmail(service, address, { receivedAt: new Date('2026-02-28T23:59:59Z') })
  await addEmail(service, address, { receivedAt: new Date('2026-03-01T00:00:00Z') })
  await addEmail(service, address, { ...sent, receivedAt: new Date('2026-03-31T23:59:59Z') })
  await addEmail(service, address, { ...sent, receivedAt: new Date('2025-03-15T00:00:00Z') })
  expect(await read()).toMatchObject({
    totalEmailsReceived: 2,
    totalEmailsSent: 2,
    thisMonthReceived: 1,
    thisMonthSent: 1,
  })
  time = Date.UTC(2026, 3, 1)
  expect(await read()).toMatchObject({ totalEmailsReceived: 2, thisMonthReceived: 0, thisMonthSent: 0 })
})

test('analytics do not shrink when emails or their alias are deleted', async () => {
  const address = await addAddress(service, 'ada')
  const receivedAt = new Date(time)
  const { id } = await addEmail(service, address, { receivedAt })
  await addEmail(service, address, { receivedAt })
  await request('DELETE', `/emails/${id}`)
  await request('DELETE', `/addresses/${address.id}`)
  expect(await read()).toMatchObject({ totalEmailsReceived: 2, thisMonthReceived: 2 })
})

test('analytics keep test data apart, and show no other account’s data', async () => {
  const receivedAt = new Date(time)
  await addEmail(service, await addAddress(service, 'ada'), { receivedAt })
  await addEmail(service, await addAddress(service, 'ada', { mode: 'test' }), { receivedAt })
  await addEmail(service, await addAddress(service, 'ada', { mode: 'test' }), { receivedAt })
  expect((await read()).thisMonthReceived).toBe(1)
  expect((await read(await service.key('ada', { mode: 'test' }))).thisMonthReceived).toBe(2)
  expect(await read(await service.person('mallory'))).toEqual(nothing)
})

test('analytics require a key with the scope analytics:read', async () => {
  expect((await service.app.inject({ url: '/api/v1/analytics' })).statusCode).toBe(401)
  const headers = await service.key('ada', { scopes: ['emails:read'] })
  const response = await service.app.inject({ url: '/api/v1/analytics', headers })
  expect(response.statusCode).toBe(403)
  expect(response.json()).toEqual({ error: 'Insufficient permissions. Required scopes: analytics:read' })
})

test('analytics read as many rows with ten thousand emails as with one', async () => {
  const address = await addAddress(service, 'ada')
  const { db } = service.database.connectAsOwner()
  await db.execute(sql`
    insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject,
      body_text, body_html, has_attachments, is_read, received_at)
    select uuidv7(), ${address.ownerId}, ${address.id}, uuidv7(), 'received', '', '', '', '', '', '', false, false,
      ${new Date(time)}
    from generate_series(1, 10000)
  `)
  expect(await read()).toMatchObject({ totalEmailsReceived: 10_000, thisMonthReceived: 10_000 })
  const { rows } = await db.execute<{ total: string }>(
    sql`select count(*) as total from alias.email_months where owner_id = ${address.ownerId}`,
  )
  expect(rows).toEqual([{ total: '1' }])
})
