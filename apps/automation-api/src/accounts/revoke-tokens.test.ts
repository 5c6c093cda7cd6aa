import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp
let accounts = 0
let ownerId: string

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const bearer = async (epoch?: number, owner = ownerId) => ({
  authorization: `Bearer ${await service.issuer.token(owner, epoch === undefined ? {} : { epoch })}`,
})
const get = (url: string, headers: Record<string, string>) => service.app.inject({ url, headers })
const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  service.app.inject({ method: 'POST', url, headers, payload })
const revoke = async (epoch: number, hold = false) => post('/tokens/revoke', await bearer(epoch), { hold })
const statusOf = async (headers: Record<string, string>, url = '/api-keys') =>
  (await get(url, headers)).statusCode
const url = 'https://hooks.example/waypost'

async function makeWebhook() {
  const answer = await post('/webhooks', await bearer(9), { name: 'Reports', url, events: ['webhook.test'] })
  return answer.json<{ _id: string }>()._id
}

describe('revoking tokens', () => {
  test('refuses every JWT of an earlier epoch from the next request on, and no JWT of another account', async () => {
    ownerId = `owner${++accounts}`
    const [plain, first, second] = [await bearer(), await bearer(1), await bearer(2)]
    expect(await statusOf(plain)).toBe(200)
    expect((await revoke(2)).statusCode).toBe(204)
    expect([await statusOf(plain), await statusOf(first), await statusOf(second)]).toEqual([401, 401, 200])
    expect((await get('/api-keys', plain)).json()).toMatchObject({ message: 'Unauthorized' })
    expect(await statusOf(await bearer(undefined, 'somebody else'))).toBe(200)
  })

  test('stays in force after a late request of an earlier epoch', async () => {
    ownerId = `owner${++accounts}`
    await revoke(5)
    expect((await revoke(3)).statusCode).toBe(401)
    expect(await statusOf(await bearer(4))).toBe(401)
  })

  test.each([-1, 1.5, 2 ** 31, 'x', null])('also refuses a JWT whose epoch is %j', async (epoch) => {
    const token = await service.issuer.token('anybody', { epoch })
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401)
  })

  test('is refused for a JWT without an epoch', async () => {
    ownerId = `owner${++accounts}`
    const answer = await post('/tokens/revoke', await bearer(), { hold: true })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'The token has no epoch'])
  })

  test('is refused for API keys', async () => {
    ownerId = `owner${++accounts}`
    expect((await post('/tokens/revoke', await service.key(ownerId, 'automation:read'))).statusCode).toBe(401)
  })
})

describe('holding access', () => {
  test('deactivates keys and webhooks until their owner keeps each one', async () => {
    ownerId = `owner${++accounts}`
    const key = await service.key(ownerId, 'automation:read')
    const webhookId = await makeWebhook()
    await revoke(9, true)
    expect(await statusOf(key, '/api/v1/automations')).toBe(401)
    expect((await get(`/webhooks/${webhookId}`, await bearer(9))).json()).toMatchObject({ isActive: false })

    const listed = await get('/held-access', await bearer(9))
    expect(listed.headers['x-total-count']).toBe('2')
    expect(listed.json()).toMatchObject([
      { kind: 'webhook', id: webhookId, name: 'Reports', target: url },
      { kind: 'api_key', name: 'test', target: key['x-api-key'].slice(0, 12) },
    ])
    for (const { id } of listed.json<{ id: string }[]>())
      expect((await post(`/held-access/${id}/keep`, await bearer(9))).statusCode).toBe(204)
    expect(await statusOf(key, '/api/v1/automations')).toBe(200)
    expect((await get(`/webhooks/${webhookId}`, await bearer(9))).json()).toMatchObject({ isActive: true })
    expect((await get('/held-access', await bearer(9))).json()).toEqual([])
  })

  test('pauses schedules until their owner keeps each one', async () => {
    ownerId = `owner${++accounts}`
    const key = await service.key(ownerId, 'automation:write', 'automation:execute')
    const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
    const automation = (await post('/api/v1/automations', key, { name: 'Prices', actions })).json<{
      id: string
    }>()
    const target = { type: 'automation', id: automation.id }
    const made = await post('/api/v1/schedules', key, { name: 'Daily', target, every: '1d' })
    const { id } = made.json<{ id: string }>()
    await revoke(9, true)
    const held = (await get('/held-access', await bearer(9))).json<{ id: string; kind: string }[]>()
    expect(held).toContainEqual(
      expect.objectContaining({ kind: 'schedule', id, name: 'Daily', target: '1d' }),
    )
    for (const each of held) await post(`/held-access/${each.id}/keep`, await bearer(9))
    expect((await get(`/api/v1/schedules/${id}`, key)).json()).toMatchObject({ isActive: true })
    expect((await get('/held-access', await bearer(9))).json()).toEqual([])
  })

  test('does not hold what its owner had deactivated before', async () => {
    ownerId = `owner${++accounts}`
    const webhookId = await makeWebhook()
    const headers = await bearer(9)
    await service.app.inject({
      method: 'PATCH',
      url: `/webhooks/${webhookId}`,
      headers,
      payload: { isActive: false },
    })
    await revoke(9, true)
    expect((await get('/held-access', headers)).json()).toEqual([])
  })

  test('happens once when the same epoch asks twice', async () => {
    ownerId = `owner${++accounts}`
    await revoke(1, true)
    const headers = await bearer(1)
    const made = await post('/api-keys', headers, { name: 'after', scopes: ['automation:read'] })
    const { rawKey } = made.json<{ rawKey: string }>()
    await revoke(1, true)
    expect(await statusOf({ 'x-api-key': rawKey }, '/api/v1/automations')).toBe(200)
    await revoke(2, true)
    expect(await statusOf({ 'x-api-key': rawKey }, '/api/v1/automations')).toBe(401)
  })

  test('ends when the owner activates the key by its own route', async () => {
    ownerId = `owner${++accounts}`
    const key = await service.key(ownerId, 'automation:read')
    await revoke(1, true)
    const headers = await bearer(1)
    const [held] = (await get('/held-access', headers)).json<{ id: string }[]>()
    await service.app.inject({
      method: 'PATCH',
      url: `/api-keys/${held!.id}`,
      headers,
      payload: { isActive: true },
    })
    expect((await get('/held-access', headers)).json()).toEqual([])
    expect(await statusOf(key, '/api/v1/automations')).toBe(200)
  })

  test('cannot be ended by another owner', async () => {
    ownerId = `owner${++accounts}`
    await service.key(ownerId, 'automation:read')
    await revoke(1, true)
    const [held] = (await get('/held-access', await bearer(1))).json<{ id: string }[]>()
    const stranger = await bearer(1, 'stranger')
    expect((await get('/held-access', stranger)).json()).toEqual([])
    const answer = await post(`/held-access/${held!.id}/keep`, stranger)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Held access not found or unauthorized'])
  })
})
