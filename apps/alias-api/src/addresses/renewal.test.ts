import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createWebhookClient } from '../webhooks/test-webhooks.ts'
import { maintenanceTasks } from '../maintenance.ts'
import { doDue } from '../testing/do-due.ts'
import type { Address } from './address.ts'
import { expireAddresses } from './expire-addresses.ts'
import { bedStart, openAddressBed } from './test-addresses.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daySeconds = 86_400

const { bed, send, create, created } = openAddressBed()
const webhook = createWebhookClient(() => bed)
const doDueTask = (name: string) => {
  const { services } = bed.service
  return doDue(services.db, maintenanceTasks(services), name)
}
const read = async ({ id }: Address) => (await send('GET', `/addresses/${id}`)).json<{ data: Address }>().data
const expiryOf = async (address: Address) => Date.parse((await read(address)).expiresAt)
const change = async ({ id }: Address, payload: object) =>
  (await send('PATCH', `/addresses/${id}`, payload)).json<{ data: Address }>().data
const published = async () => {
  const { rows } = await bed.service.database
    .connectAsOwner()
    .db.execute<{ body: string }>(sql`select body from alias.deliveries order by id`)
  return rows.map(({ body }) => JSON.parse(body) as { event: string; data: object })
}

test('an address that renews itself is extended before it expires, again and again, for as long as at first', async () => {
  const address = await created({ expiresIn: 5 * daySeconds, autoRenew: true })
  expect(address).toMatchObject({ autoRenew: true })
  bed.time = bedStart + 4.4 * dayMs
  expect(await doDueTask('renewAddresses')).toBe(0)
  for (const renewed of [1, 2]) {
    bed.time = bedStart + renewed * 4.5 * dayMs
    expect(await doDueTask('renewAddresses')).toBe(1)
    expect(await doDueTask('renewAddresses')).toBe(0)
    expect(await expiryOf(address)).toBe(bed.time + 5 * dayMs)
  }
})

test('an address whose renewal is late does not expire', async () => {
  await webhook.create({ events: ['address.expired'] })
  const address = await created({ expiresIn: daySeconds, autoRenew: true })
  bed.time = bedStart + 2 * dayMs
  expect(await expireAddresses(bed.service.services)).toBe(0)
  expect(await doDueTask('renewAddresses')).toBe(1)
  expect(await expiryOf(address)).toBe(bed.time + dayMs)
  expect(await published()).toEqual([])
})

test('an address is renewed for no longer than the plan of its account allows by then', async () => {
  const address = await created({ autoRenew: true })
  await bed.service.plan('ada', 'pro')
  bed.time = bedStart + 29.5 * dayMs
  await doDueTask('renewAddresses')
  const { rows } = await bed.service.database
    .connectAsOwner()
    .db.execute<{ expires_at: string }>(sql`select expires_at from alias.addresses where id = ${address.id}`)
  expect(Date.parse(rows[0]!.expires_at)).toBe(bed.time + 7 * dayMs)
})

test('an address that no longer renews itself expires', async () => {
  const address = await created({ expiresIn: 2 * daySeconds, autoRenew: true })
  const changed = await change(address, { autoRenew: false })
  expect(changed).toMatchObject({ expiresAt: address.expiresAt })
  expect(changed).not.toHaveProperty('autoRenew')
  bed.time = bedStart + 3 * dayMs
  expect(await doDueTask('renewAddresses')).toBe(0)
  expect(await expireAddresses(bed.service.services)).toBe(1)
})

test.each([
  ['by what its owner says with it', { expiresIn: 3 * daySeconds }, 3, 3],
  ['from its expiry on, by the longest life of the plan, where its owner says nothing', {}, 2, 30],
])('an address that is told later to renew itself is extended %s', async (_how, wanted, ends, days) => {
  const address = await created({ expiresIn: 2 * daySeconds })
  const changed = await change(address, { autoRenew: true, ...wanted })
  expect(changed).toMatchObject({ autoRenew: true })
  expect(Date.parse(changed.expiresAt)).toBe(bedStart + ends * dayMs)
  bed.time = bedStart + ends * dayMs
  expect(await expireAddresses(bed.service.services)).toBe(0)
  expect(await doDueTask('renewAddresses')).toBe(1)
  expect(await expiryOf(address)).toBe(bed.time + days * dayMs)
})

test('an address that is extended by its owner is renewed for as long as that from then on', async () => {
  const address = await created({ expiresIn: 2 * daySeconds, autoRenew: true })
  await change(address, { expiresIn: 10 * daySeconds })
  bed.time = bedStart + 9 * dayMs
  expect(await doDueTask('renewAddresses')).toBe(1)
  expect(await expiryOf(address)).toBe(bed.time + 10 * dayMs)
  expect((await send('PATCH', `/addresses/${address.id}`, { expiresIn: 3600 })).statusCode).toBe(400)
})

test('processes that renew at the same time renew each address once', async () => {
  for (let index = 0; index < 5; index += 1) await create({ expiresIn: daySeconds, autoRenew: true })
  bed.time = bedStart + 22 * hourMs
  const counts = await Promise.all(Array.from({ length: 4 }, () => doDueTask('renewAddresses')))
  expect(counts.reduce((one, other) => one + other)).toBe(5)
})

test('an address that expires soon is announced once, as long before as its owner wants', async () => {
  await webhook.create({ events: ['address.expiring'] })
  const address = await created({ expiresIn: 5 * daySeconds, notifyBefore: daySeconds })
  await create({ expiresIn: 5 * daySeconds })
  bed.time = bedStart + 4 * dayMs - 1
  expect(await doDueTask('announceExpiring')).toBe(0)
  bed.time += 1
  expect(await doDueTask('announceExpiring')).toBe(1)
  expect(await doDueTask('announceExpiring')).toBe(0)
  expect(await published()).toMatchObject([
    {
      event: 'address.expiring',
      data: { addressId: address.id, address: address.address, expiresAt: address.expiresAt },
    },
  ])
  await change(address, { expiresIn: 3 * daySeconds })
  bed.time += 2 * dayMs
  expect(await doDueTask('announceExpiring')).toBe(1)
})

test('an announcement that is switched off is not made', async () => {
  const address = await created({ expiresIn: 5 * daySeconds, notifyBefore: daySeconds })
  expect(address).toMatchObject({ notifyBefore: daySeconds })
  expect(await change(address, { notifyBefore: null })).not.toHaveProperty('notifyBefore')
  bed.time = bedStart + 4.5 * dayMs
  expect(await doDueTask('announceExpiring')).toBe(0)
})
