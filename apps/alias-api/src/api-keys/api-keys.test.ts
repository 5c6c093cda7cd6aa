import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeys } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { ApiKey } from './api-key.ts'
import { scope } from './scopes.ts'

let service: TestApp
let ada: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  await service.plan('ada', 'business')
  ada = await service.person('ada')
})
afterAll(() => service.close())

type Created = { data: { apiKey: ApiKey; rawKey: string } }

const create = (payload: object, headers = ada) =>
  service.app.inject({ method: 'POST', url: '/api-keys', headers, payload })
const createKey = async (payload: object = {}) =>
  (await create({ name: 'nightly', scopes: ['emails:read'], ...payload })).json<Created>().data
const list = async (headers = ada) =>
  (await service.app.inject({ url: '/api-keys', headers })).json<{ data: ApiKey[] }>().data
const revoke = (id: string, headers = ada) =>
  service.app.inject({ method: 'DELETE', url: `/api-keys/${id}`, headers })
const readAccount = (rawKey: string) =>
  service.app.inject({ url: '/api/v1/account', headers: { authorization: `Bearer ${rawKey}` } })

describe('a new key', () => {
  test('a new key is shown once, and stored only as a hash', async () => {
    const { apiKey, rawKey } = await createKey()
    expect(rawKey).toMatch(/^jm_live_[0-9a-f]{48}$/)
    expect(apiKey).toEqual({
      id: apiKey.id,
      name: 'nightly',
      prefix: rawKey.slice(0, 12),
      scopes: ['emails:read'],
      mode: 'live',
      createdAt: apiKey.createdAt,
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(await list()).toContainEqual(apiKey)
    const rows = await service.database.connectAsOwner().db.select().from(apiKeys)
    expect(JSON.stringify(rows)).not.toContain(rawKey)
  })

  test('a test key has the prefix jm_test_', async () => {
    const { apiKey, rawKey } = await createKey({ mode: 'test' })
    expect(rawKey).toMatch(/^jm_test_[0-9a-f]{48}$/)
    expect(apiKey.mode).toBe('test')
  })

  test.each([
    [{ scopes: ['emails:read'] }, 'name should not be null or undefined'],
    [
      { name: 'x'.repeat(101), scopes: ['emails:read'] },
      'name must be shorter than or equal to 100 characters',
    ],
    [{ name: 'x', scopes: [] }, 'scopes must contain at least 1 elements'],
    [
      { name: 'x', scopes: ['emails:read'], mode: 'beta' },
      'mode must be one of the following values: live, test',
    ],
    [{ name: 'x', scopes: ['emails:read'], owner: 'grace' }, 'owner should not exist'],
  ])('creating a key with %j is refused', async (payload, error) => {
    const response = await create(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error })
  })

  test.each(['free', 'pro'] as const)('an account on the %s plan cannot create a key', async (plan) => {
    await service.plan('grace', plan)
    const response = await create({ name: 'x', scopes: scope.options }, await service.person('grace'))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ error: 'The API requires the Business plan' })
  })
})

describe('a revoked key', () => {
  test('a revoked key is refused by the next request, and listed as revoked', async () => {
    const { apiKey, rawKey } = await createKey()
    expect((await readAccount(rawKey)).statusCode).toBe(200)
    const response = await revoke(apiKey.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ message: 'API key revoked' })
    const refused = await readAccount(rawKey)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toEqual({ error: 'Invalid API key' })
    const listed = (await list()).find(({ id }) => id === apiKey.id)
    expect(listed!.revokedAt).not.toBeNull()
  })

  test('revoking a revoked or unknown key is a 404', async () => {
    const { apiKey } = await createKey()
    await revoke(apiKey.id)
    for (const id of [apiKey.id, newId(), 'none']) {
      const response = await revoke(id)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'API key not found' })
    }
  })
})

test('another account neither sees nor revokes a key', async () => {
  const { apiKey, rawKey } = await createKey()
  const otherOwner = await service.person('mallory')
  expect(await list(otherOwner)).toEqual([])
  expect((await revoke(apiKey.id, otherOwner)).statusCode).toBe(404)
  expect((await readAccount(rawKey)).statusCode).toBe(200)
})

test("a key's last use is recorded a moment later", async () => {
  const { apiKey, rawKey } = await createKey()
  await readAccount(rawKey)
  await waitFor('its use to be written', async () =>
    (await list()).some(({ id, lastUsedAt }) => id === apiKey.id && lastUsedAt !== null),
  )
})
