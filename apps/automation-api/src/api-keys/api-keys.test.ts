import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { ApiKey } from './api-key.ts'
import { scope } from './scopes.ts'

let service: TestApp
let headers: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  headers = await service.person('ada')
})
afterAll(() => service.close())

const post = (payload: object) => service.app.inject({ method: 'POST', url: '/api-keys', headers, payload })
const get = (id: string) => service.app.inject({ url: `/api-keys/${id}`, headers })
const patch = (id: string, payload: object) =>
  service.app.inject({ method: 'PATCH', url: `/api-keys/${id}`, headers, payload })
const create = async (payload: object = { name: 'key', scopes: ['automation:read'] }) =>
  (await post(payload)).json<{ apiKey: ApiKey; rawKey: string }>()

const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
const anId = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
) as unknown

describe('a new key', () => {
  test('gets a 201 with its record and, this once, the raw key', async () => {
    const response = await post({ name: 'My key', scopes: ['automation:read', 'automation:execute'] })
    expect(response.statusCode).toBe(201)
    const { rawKey } = response.json<{ rawKey: string }>()
    expect(rawKey).toMatch(/^gfac_[0-9a-f]{48}$/)
    expect(response.json()).toStrictEqual({
      apiKey: {
        _id: anId,
        name: 'My key',
        prefix: rawKey.slice(0, 12),
        scopes: ['automation:read', 'automation:execute'],
        isActive: true,
        createdAt: aTime,
        expiresAt: null,
        lastUsedAt: null,
      },
      rawKey,
    })
  })

  test('is unique', async () => {
    expect((await create()).rawKey).not.toBe((await create()).rawKey)
  })

  test('may have any scope, each once', async () => {
    const { apiKey } = await create({ name: 'all', scopes: [...scope.options, ...scope.options] })
    expect(apiKey.scopes).toEqual(scope.options)
  })

  test('may expire, at a time of any zone', async () => {
    const { apiKey } = await create({
      name: 'k',
      scopes: ['audit:read'],
      expiresAt: '2999-01-01T02:00:00+02:00',
    })
    expect(apiKey.expiresAt).toBe('2999-01-01T00:00:00.000Z')
  })

  test('appears only in the response that created it, and neither in other responses nor in the database', async () => {
    const { apiKey, rawKey } = await create()
    const list = await service.app.inject({ url: '/api-keys?limit=100', headers })
    const changed = await patch(apiKey._id, { name: 'renamed' })
    for (const { body } of [await get(apiKey._id), list, changed]) {
      expect(body).toContain(apiKey._id)
      expect(body).not.toContain(rawKey)
      expect(body).not.toContain('rawKey')
      expect(body).not.toContain('keyHash')
    }
    const { rows } = await service.database
      .connectAsOwner()
      .pool.query<{ row: string }>('select k::text as row from automation.api_keys k where id = $1', [
        apiKey._id,
      ])
    expect(rows[0]!.row).not.toContain(rawKey.slice(12))
  })

  const scopes = ['automation:read']
  const scopeNames = scope.options.join(', ')
  test.each<[payload: object, property: string, constraints: Record<string, string>, receivedValue: unknown]>(
    [
      [{ scopes }, 'name', { isDefined: 'name should not be null or undefined' }, null],
      [{ name: '', scopes }, 'name', { isNotEmpty: 'name should not be empty' }, ''],
      [{ name: 5, scopes }, 'name', { isString: 'name must be a string' }, 5],
      [{ name: null, scopes }, 'name', { isString: 'name must be a string' }, null],
      [{ name: ['a'], scopes }, 'name', { isString: 'name must be a string' }, ['a']],
      [
        { name: 'x'.repeat(101), scopes },
        'name',
        { maxLength: 'name must be shorter than or equal to 100 characters' },
        'x'.repeat(101),
      ],
      [{ name: 'k' }, 'scopes', { isDefined: 'scopes should not be null or undefined' }, null],
      [{ name: 'k', scopes: [] }, 'scopes', { arrayMinSize: 'scopes must contain at least 1 elements' }, []],
      [
        { name: 'k', scopes: 'automation:read' },
        'scopes',
        { isArray: 'scopes must be an array' },
        'automation:read',
      ],
      [
        { name: 'k', scopes: ['automation:read', 'automation:fly'] },
        'scopes.1',
        { isIn: `scopes.1 must be one of the following values: ${scopeNames}` },
        'automation:fly',
      ],
      [
        { name: 'k', scopes, expiresAt: '2020-01-01T00:00:00Z' },
        'expiresAt',
        { minDate: 'expiresAt must be in the future' },
        '2020-01-01T00:00:00Z',
      ],
      [
        { name: 'k', scopes, isActive: false },
        'isActive',
        { whitelistValidation: 'isActive should not exist' },
        false,
      ],
      [
        { name: 'k', scopes, rawKey: 'gfac_mine' },
        'rawKey',
        { whitelistValidation: 'rawKey should not exist' },
        '[redacted]',
      ],
    ],
  )('is refused as %j', async (payload, property, constraints, receivedValue) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([{ property, constraints, receivedValue }])
  })

  test('is refused with all of its errors at once', async () => {
    const response = await post({ expiresAt: 'tomorrow', owner: 'bob' })
    expect(response.json<{ property: string }[]>().map(({ property }) => property)).toEqual([
      'name',
      'scopes',
      'expiresAt',
      'owner',
    ])
  })
})

test('one key and the list of keys show the record as it was created', async () => {
  const { apiKey } = await create()
  const response = await get(apiKey._id)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toStrictEqual(apiKey)
  const list = await service.app.inject({ url: '/api-keys?limit=1', headers })
  expect(list.statusCode).toBe(200)
  expect(list.json()).toStrictEqual([apiKey])
})

describe('a change of a key', () => {
  test.each([{ name: 'renamed' }, { isActive: false }, { name: 'both', isActive: false }, {}])(
    '%j returns the key with nothing else changed',
    async (change) => {
      const { apiKey } = await create()
      const response = await patch(apiKey._id, change)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toStrictEqual({ ...apiKey, ...change })
      expect((await get(apiKey._id)).json()).toStrictEqual({ ...apiKey, ...change })
    },
  )

  test.each<[change: object, property: string, constraints: Record<string, string>, receivedValue: unknown]>([
    [{ name: '' }, 'name', { isNotEmpty: 'name should not be empty' }, ''],
    [{ name: null }, 'name', { isString: 'name must be a string' }, null],
    [{ isActive: 'no' }, 'isActive', { isBoolean: 'isActive must be a boolean value' }, 'no'],
    [{ isActive: null }, 'isActive', { isBoolean: 'isActive must be a boolean value' }, null],
    [
      { scopes: ['audit:read'] },
      'scopes',
      { whitelistValidation: 'scopes should not exist' },
      ['audit:read'],
    ],
    [{ expiresAt: null }, 'expiresAt', { whitelistValidation: 'expiresAt should not exist' }, null],
    [{ _id: 'x' }, '_id', { whitelistValidation: '_id should not exist' }, 'x'],
  ])('is refused as %j', async (change, property, constraints, receivedValue) => {
    const { apiKey } = await create()
    const response = await patch(apiKey._id, change)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([{ property, constraints, receivedValue }])
    expect((await get(apiKey._id)).json()).toStrictEqual(apiKey)
  })

  test('without a body is refused', async () => {
    const { apiKey } = await create()
    const response = await service.app.inject({ method: 'PATCH', url: `/api-keys/${apiKey._id}`, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      { property: '', constraints: { isObject: 'body must be an object' }, receivedValue: null },
    ])
  })
})

test('deleting a key returns 204 without a body, and the key is then a 404', async () => {
  const { apiKey } = await create()
  const remove = () => service.app.inject({ method: 'DELETE', url: `/api-keys/${apiKey._id}`, headers })
  const response = await remove()
  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
  expect((await get(apiKey._id)).statusCode).toBe(404)
  expect((await remove()).statusCode).toBe(404)
})
