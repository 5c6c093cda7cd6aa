import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { Alias, AliasPage, Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

const path = '/api/v1/addresses'

describe(`GET ${path}`, () => {
  test('returns { data: { addresses, total, limit, offset } }', async () => {
    await service.alias(key)
    const { status, body } = await key.get<Data<AliasPage>>(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { addresses: expect.any(Array), total: expect.any(Number), limit: 20, offset: 0 },
    })
    expect(Object.keys(body.data.addresses[0]!)).toEqual([
      'id',
      'address',
      'alias',
      'isActive',
      'createdAt',
      'expiresAt',
    ])
  })
  test('returns the page that limit and offset choose', async () => {
    for (const _ of [1, 2, 3]) await service.alias(key)
    const { data: all } = (await key.get<Data<AliasPage>>(`${path}?limit=100`)).body
    const { data } = (await key.get<Data<AliasPage>>(`${path}?limit=2&offset=1`)).body
    expect(data).toEqual({ addresses: all.addresses.slice(1, 3), total: all.total, limit: 2, offset: 1 })
  })
})

describe(`POST ${path}`, () => {
  test('without a body creates an alias that lasts as long as the plan allows', async () => {
    const { status, body } = await key.post<Data<Alias>>(path)
    expect(status).toBe(201)
    const { createdAt, expiresAt } = body.data
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000)
  })
  test('accepts each platformDomainId of the pool, and no other', async () => {
    const { data: domains } = (
      await key.get<Data<{ id: string; domain: string }[]>>('/api/v1/platform-domains')
    ).body
    for (const { id, domain } of domains)
      expect((await service.alias(key, { platformDomainId: id })).address).toMatch(new RegExp(`@${domain}$`))
    expect((await key.post(path, { platformDomainId: randomUUID() })).status).toBe(400)
  })
  test('refuses a domain that is not a verified custom domain', async () => {
    const { status, body } = await key.post(path, { domain: 'not-mine.example' })
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'domain must be a verified custom domain' },
    })
  })
  test('refuses a forwardToId that is not a verified forwarding address', async () => {
    const { status, body } = await key.post(path, { forwardToId: randomUUID() })
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'forwardToId must be a verified forwarding address' },
    })
  })
})

test(`DELETE ${path}/:id returns { message }, and 404 with { error } for an unknown alias`, async () => {
  const { id } = await service.alias(key)
  const { status, body } = await key.delete(`${path}/${id}`)
  expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } })
  for (const unknown of [id, randomUUID(), 'x']) {
    const answer = await key.delete(`${path}/${unknown}`)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 404,
      body: { error: 'Alias not found' },
    })
  }
})

describe('the alias of another owner gets the same 404 as an unknown one', () => {
  test.each([
    ['a key of another account', () => service.key({ owner: service.stranger })],
    ['another account, signed in', async () => service.stranger],
    ['a test key of the same account', () => service.key({ mode: 'test' })],
  ])('from %s', async (_who, find) => {
    const { id } = await service.alias(key)
    const other = await find()
    for (const unknown of [id, randomUUID()]) {
      for (const answer of [
        await other.delete(`${path}/${unknown}`),
        await other.patch(`${path}/${unknown}`, { alias: 'taken over' }),
      ]) {
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 404,
          body: { error: 'Alias not found' },
        })
      }
    }
    const { data } = (await other.get<Data<AliasPage>>(`${path}?limit=100`)).body
    expect(data.addresses.map((alias) => alias.id)).not.toContain(id)
    const { data: mine } = (await key.get<Data<AliasPage>>(`${path}?limit=1`)).body
    expect(mine.addresses).toMatchObject([{ id, alias: null }])
  })
})
