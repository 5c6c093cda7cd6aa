import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { forwardingRules } from '../db/tables.ts'
import { expireAddresses } from './expire-addresses.ts'
import { openAddressBed } from './test-addresses.ts'

const daySeconds = 86_400

const { bed, send, created, list, addForwardingAddress } = openAddressBed()
const owner = () => bed.service.database.connectAsOwner().db
describe('GET /api/v1/addresses/:id', () => {
  test('shows an address as the list does, before and after it expires', async () => {
    const { id } = await created({ expiresIn: 60 })
    const read = async () => (await send('GET', `/addresses/${id}`)).json<{ data: unknown }>().data
    expect(await read()).toEqual((await list()).addresses[0])
    bed.time += 60_000
    expect(await read()).toMatchObject({ id, isActive: false })
  })

  test('answers 404 for an unknown address, one of another account and one of the other mode', async () => {
    const { id } = await created()
    const strangers = [await bed.service.key('mallory'), await bed.service.key('ada', { mode: 'test' })]
    const responses = [
      await send('GET', '/addresses/none'),
      ...(await Promise.all(strangers.map((headers) => send('GET', `/addresses/${id}`, undefined, headers)))),
    ]
    for (const response of responses) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Alias not found' })
    }
  })
})

describe('PATCH /api/v1/addresses/:id', () => {
  test('relabels an address and changes nothing else', async () => {
    const { id, ...address } = await created({ alias: 'old', expiresIn: 60 })
    const response = await send('PATCH', `/addresses/${id}`, { alias: 'new' })
    expect(response.statusCode).toBe(200)
    const { address: name, createdAt, expiresAt } = address
    expect(response.json()).toEqual({
      data: { id, address: name, alias: 'new', isActive: true, createdAt, expiresAt },
    })
    expect((await send('PATCH', `/addresses/${id}`, { alias: null })).json()).toMatchObject({
      data: { alias: null },
    })
  })

  test('pauses and resumes an address', async () => {
    const { id } = await created()
    for (const isActive of [false, true])
      expect((await send('PATCH', `/addresses/${id}`, { isActive })).json()).toMatchObject({
        data: { isActive },
      })
  })

  test('extends an address from now on, within the plan', async () => {
    const { id } = await created({ expiresIn: 60 })
    bed.time += 30_000
    const response = await send('PATCH', `/addresses/${id}`, { expiresIn: 30 * daySeconds })
    expect(response.json()).toMatchObject({ data: { expiresAt: '2026-04-01T09:30:30.000Z' } })
    const tooLong = await send('PATCH', `/addresses/${id}`, { expiresIn: 30 * daySeconds + 1 })
    expect(tooLong.statusCode).toBe(400)
    expect((await send('PATCH', `/addresses/${id}`, { expiresIn: 59 })).statusCode).toBe(400)
  })

  test('makes an expired address active again', async () => {
    const { id } = await created({ expiresIn: 60 })
    bed.time += 60_000
    await expireAddresses(bed.service.services)
    expect((await send('PATCH', `/addresses/${id}`, { expiresIn: 60 })).json()).toMatchObject({
      data: { isActive: true },
    })
    expect((await list('?status=active')).total).toBe(1)
    expect((await list('?status=expired')).total).toBe(0)
    bed.time += 60_000
    expect(await expireAddresses(bed.service.services)).toBe(1)
  })

  test.each([{ address: 'a@b.test' }, { isActive: 'no' }, { expiresIn: null }])(
    'updating an address refuses %j',
    async (payload) => {
      const { id } = await created()
      expect((await send('PATCH', `/addresses/${id}`, payload)).statusCode).toBe(400)
    },
  )
})

describe('DELETE /api/v1/addresses/:id', () => {
  test('deletes an address for good', async () => {
    const { id } = await created()
    const response = await send('DELETE', `/addresses/${id}`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ message: 'Alias deleted' })
    expect(await list()).toMatchObject({ addresses: [], total: 0 })
    const again = await send('DELETE', `/addresses/${id}`)
    expect(again.statusCode).toBe(404)
    expect(again.json()).toEqual({ error: 'Alias not found' })
  })

  test("deletes the address's forwarding rule with it", async () => {
    const { id } = await created({ forwardToId: await addForwardingAddress(true) })
    await send('DELETE', `/addresses/${id}`)
    expect(await owner().select().from(forwardingRules)).toEqual([])
  })

  test('deleting an address keeps the lifetime counts and updates the current ones', async () => {
    const gone = await created({ expiresIn: 60 })
    await created()
    bed.time += 60_000
    await expireAddresses(bed.service.services)
    await send('DELETE', `/addresses/${gone.id}`)
    const { rows } = await owner().execute(
      sql`select created::integer, existing::integer, expired::integer from alias.address_counts`,
    )
    expect(rows).toEqual([{ created: 2, existing: 1, expired: 0 }])
  })
})

describe('another owner', () => {
  test.each([
    ['another account', () => bed.service.key('mallory')],
    ['a test key of the same account', () => bed.service.key('ada', { mode: 'test' })],
  ])("%s neither sees, changes nor deletes another owner's address", async (_who, find) => {
    const { id } = await created({ alias: 'mine' })
    const otherOwner = await find()
    expect(await list('', otherOwner)).toMatchObject({ addresses: [], total: 0 })
    for (const [method, payload] of [['PATCH', { alias: 'yours' }], ['DELETE']] as const) {
      const foreign = await send(method, `/addresses/${id}`, payload, otherOwner)
      const unknown = await send(method, `/addresses/${newId()}`, payload, otherOwner)
      for (const response of [foreign, unknown]) {
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({ error: 'Alias not found' })
      }
    }
    expect((await list()).addresses).toMatchObject([{ id, alias: 'mine' }])
  })

  test("a Business account's JWT sees what its live keys see", async () => {
    const { id } = await created()
    expect(await list('', await bed.service.person('ada'))).toMatchObject({ addresses: [{ id }], total: 1 })
  })
})

test('reading addresses requires emails:read, and every change requires emails:write', async () => {
  const [reader, writer] = [
    await bed.service.key('ada', { scopes: ['emails:read'] }),
    await bed.service.key('ada', { scopes: ['emails:write'] }),
  ]
  expect((await send('GET', '/addresses', undefined, writer)).json()).toEqual({
    error: 'Insufficient permissions. Required scopes: emails:read',
  })
  const id = newId()
  for (const [method, path, payload] of [
    ['POST', '/addresses', {}],
    ['PATCH', `/addresses/${id}`, {}],
    ['DELETE', `/addresses/${id}`, undefined],
  ] as const) {
    const response = await send(method, path, payload, reader)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ error: 'Insufficient permissions. Required scopes: emails:write' })
    expect([201, 404]).toContain((await send(method, path, payload, writer)).statusCode)
  }
})
