import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { AliasPage, ApiKey, CreatedApiKey, Data, Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

describe('Alias', () => {
  test('the id of an alias is a UUID', async () => {
    expect((await service.alias(key)).id).toMatch(uuid)
  })
  test('the address of an alias is an e-mail address', async () => {
    expect((await service.alias(key)).address).toMatch(/^[a-z0-9-]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/)
  })
  test('aliases with the same label have different addresses that cannot be guessed', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => service.alias(key, { alias: 'Same' })))
    expect(new Set(made.map(({ address }) => address)).size).toBe(20)
    for (const { address } of made) expect(address).toMatch(/^same-[a-z0-9]{10,}@/)
  })
  test('the label of an alias is optional', async () => {
    expect((await service.alias(key)).alias).toBeNull()
    expect((await service.alias(key, { alias: 'Shop' })).alias).toBe('Shop')
  })
  test('a new alias is active', async () => {
    expect((await service.alias(key)).isActive).toBe(true)
  })
  test.each(['createdAt', 'expiresAt'] as const)('%s of an alias is an ISO 8601 timestamp', async (field) => {
    expect((await service.alias(key))[field]).toMatch(isoTimestamp)
  })
  test('forwarding is in the response to the creation only, and null where the alias forwards nowhere', async () => {
    const made = await service.alias(key)
    expect(made).toHaveProperty('forwarding', null)
    const { body } = await key.get<Data<AliasPage>>('/api/v1/addresses')
    expect(body.data.addresses[0]).not.toHaveProperty('forwarding')
    expect(body.data.addresses[0]!.id).toBe(made.id)
  })
})

const find = async (id: string) =>
  (await key.get<Data<Webhook[]>>('/api/v1/webhooks')).body.data.find((each) => each.id === id)!

describe('Webhook', () => {
  test('the secret of a webhook begins with whsec_ and is returned only at its creation', async () => {
    const { id, secret } = await service.webhook(key, ['email.received'])
    expect(id).toMatch(uuid)
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify(await find(id))).not.toContain(secret)
    expect(await find(id)).not.toHaveProperty('secret')
  })
  test('a new webhook has the URL and events that were given, and its creation time', async () => {
    const url = service.world.hook().url
    const { id, secret: _, ...made } = await service.webhook(key, ['email.received', 'email.deleted'], url)
    expect(made).toEqual({
      url,
      events: ['email.received', 'email.deleted'],
      createdAt: expect.stringMatching(isoTimestamp),
    })
    expect(await find(id)).toMatchObject({ id, ...made })
  })
})

const create = async () =>
  (
    await service.person.post<Data<CreatedApiKey>>('/api-keys', {
      name: 'mine',
      scopes: ['emails:read'],
    })
  ).body.data

describe('API key', () => {
  test('the response to the creation of a key has its record and, this once, the raw key', async () => {
    const { apiKey, rawKey } = await create()
    expect(apiKey).toEqual({
      id: expect.stringMatching(uuid),
      name: 'mine',
      prefix: rawKey.slice(0, 12),
      scopes: ['emails:read'],
      mode: 'live',
      createdAt: expect.stringMatching(isoTimestamp),
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(JSON.stringify((await service.person.get('/api-keys')).body)).not.toContain(rawKey)
  })
  test('lastUsedAt of a key is set soon after its first use', async () => {
    const { apiKey, rawKey } = await create()
    await service.anonymous.get('/api/v1/addresses', { authorization: `Bearer ${rawKey}` })
    const used = await waitFor('the use', async () => {
      const { body } = await service.person.get<Data<ApiKey[]>>('/api-keys')
      return body.data.find(({ id }) => id === apiKey.id)?.lastUsedAt ?? undefined
    })
    expect(used).toMatch(isoTimestamp)
  })
})
