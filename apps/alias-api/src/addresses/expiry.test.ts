import { sql } from 'drizzle-orm'
import { createLogger } from '@waypost/http'
import { newId, systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { webhookSecretContext } from '@waypost/webhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhooks } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { expireAddresses } from './expire-addresses.ts'
import { watchExpiry } from './watch-expiry.ts'

let service: TestApp
let time = Date.now()

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = Date.now()
  await service.empty()
})

const execute = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  service.database.connectAsOwner().db.execute<Row>(statement)

/** Adds addresses that expire `inMs` from now. */
async function addAddresses(count: number, { ownerId = 'live:ada', inMs = 0 } = {}): Promise<void> {
  await execute(sql`
    with address as (
      insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
      select uuidv7(), ${ownerId}, gen_random_uuid() || '@waypost.test', 'waypost.test', ${new Date(time)}, ${new Date(time + inMs)}
      from generate_series(1, ${count}::integer) returning owner_id
    )
    insert into alias.address_counts as counted (owner_id, created, existing)
    select owner_id, count(*), count(*) from address group by owner_id
    on conflict (owner_id) do update
    set created = counted.created + excluded.created, existing = counted.existing + excluded.existing
  `)
}

async function addWebhook(ownerId = 'live:ada'): Promise<void> {
  const id = newId()
  await service.services.db.insert(webhooks).values({
    id,
    ownerId,
    url: 'http://127.0.0.1:9/',
    events: ['address.expired'],
    sealedSecret: service.services.keyring.seal('a secret', webhookSecretContext(id)),
    createdAt: new Date(time),
  })
}

const expireAll = async (services: Services) => {
  let sum = 0
  for (let count = 1; count > 0; sum += count) count = await expireAddresses(services, 37)
  return sum
}

const listPublished = async () => {
  const { rows } = await execute<{ body: string; owner_id: string; created_at: string }>(
    sql`select body, owner_id, created_at from alias.deliveries order by id`,
  )
  return rows.map(({ body, ...row }) => ({
    ...row,
    ...(JSON.parse(body) as {
      event: string
      timestamp: number
      data: { addressId: string; address: string; expiredAt: string }
    }),
  }))
}

test('an expiry is published at its time and not before', async () => {
  await addWebhook()
  await addAddresses(1, { inMs: 1 })
  expect(await expireAddresses(service.services)).toBe(0)
  time += 1
  expect(await expireAddresses(service.services)).toBe(1)
  const { rows } = await execute<{ id: string; address: string }>(
    sql`select id, address from alias.addresses`,
  )
  expect(await listPublished()).toMatchObject([
    {
      owner_id: 'live:ada',
      event: 'address.expired',
      timestamp: time,
      data: { addressId: rows[0]!.id, address: rows[0]!.address, expiredAt: new Date(time).toISOString() },
    },
  ])
  time += 60_000
  expect(await expireAddresses(service.services)).toBe(0)
})

test('several processes at once publish each expiry once, to its owner', async () => {
  for (const owner of ['ada', 'grace', 'linus']) {
    await addWebhook(`live:${owner}`)
    await addAddresses(200, { ownerId: `live:${owner}` })
  }
  const role = 'waypost_alias_api'
  const processes = Array.from({ length: 4 }, (): Services => {
    const { db } = service.database.connectAs(role)
    return { ...service.services, db }
  })
  const counts = await Promise.all(processes.map(expireAll))
  expect(counts.reduce((one, other) => one + other)).toBe(600)

  const published = await listPublished()
  expect(new Set(published.map(({ data }) => data.addressId)).size).toBe(600)
  expect(published).toHaveLength(600)
  const owners = Map.groupBy(published, (each) => each.owner_id)
  expect([...owners.values()].map((each) => each.length)).toEqual([200, 200, 200])
  const { rows } = await execute(
    sql`select distinct existing::integer, expired::integer from alias.address_counts`,
  )
  expect(rows).toEqual([{ existing: 200, expired: 200 }])
})

test('an expiry that cannot be committed is not published until it can be', async () => {
  await addWebhook()
  await addAddresses(1)
  await execute(sql`alter table alias.address_counts add constraint not_now check (expired = 0)`)
  await expect(expireAddresses(service.services)).rejects.toThrow()
  expect(await listPublished()).toEqual([])
  await execute(sql`alter table alias.address_counts drop constraint not_now`)
  expect(await expireAddresses(service.services)).toBe(1)
  expect(await listPublished()).toHaveLength(1)
})

test('an address that is being extended is not expired', async () => {
  await addWebhook()
  await addAddresses(2)
  await service.database.connectAsOwner().db.transaction(async (tx) => {
    await tx.execute(sql`select from alias.addresses order by id limit 1 for no key update`)
    expect(await expireAddresses(service.services)).toBe(1)
    await tx.execute(
      sql`update alias.addresses set expires_at = expires_at + interval '1 day' where expired_at is null`,
    )
  })
  expect(await expireAddresses(service.services)).toBe(0)
  expect(await listPublished()).toHaveLength(1)
})

test('expiries are published when they come, in more than one batch without a pause', async () => {
  await addWebhook()
  const outbox = { ...service.services.outbox, clock: systemClock }
  const services = { ...service.services, outbox, clock: systemClock }
  time = Date.now()
  await addAddresses(2500, { inMs: 700 })
  // What it does not know of, it would find after an hour.
  const stop = watchExpiry(services, createLogger('test', 'silent'), 3_600_000)
  const published = await waitFor('all expiries', async () => {
    const found = await listPublished()
    return found.length === 2500 && found
  })
  const [first] = published
  const lateMs = Date.parse(first!.created_at) - (time + 700)
  expect(lateMs).toBeGreaterThanOrEqual(0)
  await stop()
})

test('expiries are published again after the database has failed', async () => {
  await addWebhook()
  await execute(sql`alter table alias.address_counts add constraint not_now check (expired = 0)`)
  await addAddresses(1)
  let failures = 0
  const logger = Object.assign(createLogger('test', 'silent'), { warn: () => (failures += 1) })
  const stop = watchExpiry(service.services, logger, 100)
  await waitFor('a failure', () => failures > 0)
  await execute(sql`alter table alias.address_counts drop constraint not_now`)
  await waitFor('the expiry', async () => (await listPublished()).length === 1)
  await stop()
})
