import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

const path = '/api/v1/addresses'
const error = (text: unknown = expect.stringMatching(/./)) => ({ error: text })

describe('an error is { error: string } and nothing else', () => {
  test.each<[status: number, what: string, body: unknown]>([
    [400, 'a body that is not JSON', '{"alias":'],
    [400, 'a body that is a list', []],
    [400, 'an unknown field', { color: 'red' }],
    [400, 'a field of the wrong type', { alias: 5 }],
    [400, 'a text with a NUL', { alias: 'a\0b' }],
    [400, 'a text with half a surrogate pair', { alias: '\ud800' }],
    [413, 'a body of more than 1 MiB', { alias: 'x'.repeat(1_048_577) }],
  ])('%i for %s', async (status, _what, given) => {
    const answer = await key.post(path, given)
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: error() })
  })
  test.each(['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    '415 for a body of the type %s',
    async (type) => {
      const answer = await key.post(path, 'alias=a', { 'content-type': type })
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 415, body: error() })
    },
  )
  test('400 for an Idempotency-Key of more than 255 characters', async () => {
    const answer = await key.post(path, {}, { 'idempotency-key': 'k'.repeat(256) })
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: error('Idempotency-Key must be 1 to 255 printable characters'),
    })
  })
  test('401 for a request without a key', async () => {
    const answer = await service.anonymous.get(path)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 401,
      body: error('API key is missing'),
    })
  })
  test('403 for a key without the scope', async () => {
    const reader = await service.key({ scopes: ['emails:read'] })
    const answer = await reader.post(path, {})
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: error('Insufficient permissions. Required scopes: emails:write'),
    })
  })
  test.each(['/nowhere', '/api/v1', '/api/v1/nowhere', '/api/v2/addresses', '/api/v1/addresses/x/y'])(
    '404 for the unknown path %s',
    async (nowhere) => {
      const answer = await key.get(nowhere)
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: error(`Cannot GET ${nowhere}`),
      })
    },
  )
  test('400 for a malformed path', async () => {
    const answer = await key.delete(`${path}/%zz`)
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: error() })
  })
  test('404 for an unknown alias', async () => {
    const answer = await key.delete(`${path}/${randomUUID()}`)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 404,
      body: error('Alias not found'),
    })
  })
  test('409 for an Idempotency-Key that was used with another request', async () => {
    const header = { 'idempotency-key': randomUUID() }
    await key.post(path, { alias: 'one' }, header)
    const answer = await key.post(path, { alias: 'other' }, header)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 409,
      body: error('Idempotency-Key was used with another request'),
    })
  })
})
