import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createWebhookClient } from '../webhooks/test-webhooks.ts'
import type { Address } from './address.ts'
import { announceExpiring } from './announce-expiring.ts'
import { expireAddresses } from './expire-addresses.ts'
import { renewAddresses } from './renew-addresses.ts'
import { createAddressClient } from './test-addresses.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daySeconds = 86_400
const start = Date.UTC(2026, 2, 2, 9, 30)

let service: TestApp
let time = start
let key: { authorization: string }

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = start
  await service.empty()
  key = await service.key('ada')
})

const { send, create, created } = createAddressClient(() => ({ service, key }))
const webhook = createWebhookClient(() => ({ service, key }))
const read = async ({ id }: Address) => (await send('GET', `/addresses/${id}`)).json<{ data: Address }>().data
const expiryOf = async (address: Address) => Date.parse((await read(address)).expiresAt)
const change = async ({ id }: Address, payload: object) =>
  (await send('PATCH', `/addresses/${id}`, payload)).json<{ data: Address }>().data
const published = async () => {
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute<{ body: string }>(sql`select body from alias.deliveries order by id`)
  return rows.map(({ body }) => JSON.parse(body) as { event: string; data: object })
}

test('an address that renews itself is extended before it expires, again and again, for as long as at first', async () => {
  const address = await created({ expiresIn: 5 * daySeconds, autoRenew: true })
  expect(address).toMatchObject({ autoRenew: true })
  time = start + 4.4 * dayMs
  expect(await renewAddresses(service.services)).toBe(0)
  for (const renewed of [1, 2]) {
    time = start + renewed * 4.5 * dayMs
    expect(await renewAddresses(service.services)).toBe(1)
    expect(await renewAddresses(service.services)).toBe(0)
    expect(await expiryOf(address)).toBe(time + 5 * dayMs)
  }
})

test('an address whose renewal is late does not expire', async () => {
  await webhook.create({ events: ['address.expired'] })
  const address = await created({ expiresIn: daySeconds, autoRenew: true })
  time = start + 2 * dayMs
  expect(await expireAddresses(service.services)).toBe(0)
  expect(await renewAddresses(service.services)).toBe(1)
  expect(await expiryOf(address)).toBe(time + dayMs)
  expect(await published()).toEqual([])
})

test('an address is renewed for no longer than the plan of its account allows by then', async () => {
  const address = await created({ autoRenew: true })
  await service.plan('ada', 'pro')
  time = start + 29.5 * dayMs
  await renewAddresses(service.services)
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute<{ expires_at: string }>(sql`select expires_at from alias.addresses where id = ${address.id}`)
  expect(Date.parse(rows[0]!.expires_at)).toBe(time + 7 * dayMs)
})

test('an address that no longer renews itself expires', async () => {
  const address = await created({ expiresIn: 2 * daySeconds, autoRenew: true })
  const changed = await change(address, { autoRenew: false })
  expect(changed).toMatchObject({ expiresAt: address.expiresAt })
  expect(changed).not.toHaveProperty('autoRenew')
  time = start + 3 * dayMs
  expect(await renewAddresses(service.services)).toBe(0)
  expect(await expireAddresses(service.services)).toBe(1)
})

test('an address that is extended by its owner is renewed for as long as that from then on', async () => {
  const address = await created({ expiresIn: 2 * daySeconds, autoRenew: true })
  await change(address, { expiresIn: 10 * daySeconds })
  time = start + 9 * dayMs
  expect(await renewAddresses(service.services)).toBe(1)
  expect(await expiryOf(address)).toBe(time + 10 * dayMs)
  expect((await send('PATCH', `/addresses/${address.id}`, { expiresIn: 3600 })).statusCode).toBe(400)
})

test('processes that renew at the same time renew each address once', async () => {
  for (let index = 0; index < 5; index += 1) await create({ expiresIn: daySeconds, autoRenew: true })
  time = start + 22 * hourMs
  const counts = await Promise.all(Array.from({ length: 4 }, () => renewAddresses(service.services)))
  expect(counts.reduce((one, other) => one + other)).toBe(5)
})

test('an address that expires soon is announced once, as long before as its owner wants', async () => {
  await webhook.create({ events: ['address.expiring'] })
  const address = await created({ expiresIn: 5 * daySeconds, notifyBefore: daySeconds })
  await create({ expiresIn: 5 * daySeconds })
  time = start + 4 * dayMs - 1
  expect(await announceExpiring(service.services)).toBe(0)
  time += 1
  expect(await announceExpiring(service.services)).toBe(1)
  expect(await announceExpiring(service.services)).toBe(0)
  expect(await published()).toMatchObject([
    {
      event: 'address.expiring',
      data: { addressId: address.id, address: address.address, expiresAt: address.expiresAt },
    },
  ])
  await change(address, { expiresIn: 3 * daySeconds })
  time += 2 * dayMs
  expect(await announceExpiring(service.services)).toBe(1)
})

test('an announcement that is switched off is not made', async () => {
  const address = await created({ expiresIn: 5 * daySeconds, notifyBefore: daySeconds })
  expect(address).toMatchObject({ notifyBefore: daySeconds })
  expect(await change(address, { notifyBefore: null })).not.toHaveProperty('notifyBefore')
  time = start + 4.5 * dayMs
  expect(await announceExpiring(service.services)).toBe(0)
})
