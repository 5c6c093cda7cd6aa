import { waitFor } from '@waypost/testing'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp
const clock = new TestClock()

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())

const unauthorized = (message: string) => ({ statusCode: 401, message, error: 'Unauthorized' })
const ask = (headers: Record<string, string>, url = '/api/v1/automations') =>
  service.app.inject({ url, headers })
const create = async (payload: object) => {
  const headers = await service.person('ada')
  const response = await service.app.inject({ method: 'POST', url: '/api-keys', headers, payload })
  return response.json<{ apiKey: { _id: string }; rawKey: string }>()
}
const change = async (method: 'PATCH' | 'DELETE', id: string, payload?: object) => {
  const headers = await service.person('ada')
  await service.app.inject({ method, url: `/api-keys/${id}`, headers, ...(payload && { payload }) })
}
const expectInvalid = async (rawKey: string) => {
  const response = await ask({ 'x-api-key': rawKey })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual(unauthorized('Invalid API Key'))
}
const newKey = { name: 'key', scopes: ['automation:read'] }

test.each([
  'gfac_',
  `gfac_${'0'.repeat(48)}`,
  `gfac_${'0'.repeat(47)}`,
  `GFAC_${'0'.repeat(48)}`,
  `jm_live_${'0'.repeat(48)}`,
  'x'.repeat(5000),
  "' or true --",
])('an unknown key is refused: %s', async (rawKey) => {
  await expectInvalid(rawKey)
})

test('a key that differs from a valid one in its last digit is refused', async () => {
  const { rawKey } = await create(newKey)
  await expectInvalid(rawKey.slice(0, -1) + (rawKey.endsWith('0') ? '1' : '0'))
})

test('an empty key counts as missing', async () => {
  for (const response of [await ask({ 'x-api-key': '' }), await ask({}, '/api/v1/automations?apiKey=')]) {
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual(unauthorized('API Key is missing'))
  }
})

test('a deactivated key is refused until it is active again', async () => {
  const { apiKey, rawKey } = await create(newKey)
  await change('PATCH', apiKey._id, { isActive: false })
  await expectInvalid(rawKey)
  await change('PATCH', apiKey._id, { isActive: true })
  expect((await ask({ 'x-api-key': rawKey })).statusCode).toBe(200)
})

test('a deleted key is refused by the next request', async () => {
  const { apiKey, rawKey } = await create(newKey)
  await change('DELETE', apiKey._id)
  await expectInvalid(rawKey)
})

test('an expired key is refused from the moment it expires', async () => {
  const expiry = Date.now() + 3_600_000
  const { rawKey } = await create({ ...newKey, expiresAt: new Date(expiry).toISOString() })
  await clock.setTime(expiry - 1)
  expect((await ask({ 'x-api-key': rawKey })).statusCode).toBe(200)
  await clock.setTime(expiry)
  await expectInvalid(rawKey)
})

test('a key may be given in the query', async () => {
  const { rawKey } = await create(newKey)
  expect((await ask({}, `/api/v1/automations?apiKey=${rawKey}`)).statusCode).toBe(200)
  const wrong = await ask({}, '/api/v1/automations?apiKey=gfac_wrong')
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toEqual(unauthorized('Invalid API Key'))
})

test('a key shows when it was last used, at most about a second late', async () => {
  const { apiKey, rawKey } = await create(newKey)
  const person = await service.person('ada')
  const read = async () => {
    const response = await service.app.inject({ url: `/api-keys/${apiKey._id}`, headers: person })
    return response.json<{ lastUsedAt: string | null }>().lastUsedAt
  }
  expect(await read()).toBeNull()

  const before = Date.now()
  await ask({ 'x-api-key': rawKey })
  const after = Date.now()
  const lastUsedAt = await waitFor('lastUsedAt', async () => (await read()) ?? undefined)
  expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(after)
})
