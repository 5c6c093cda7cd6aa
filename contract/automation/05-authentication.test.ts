import { createHmac } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes, type CreatedApiKey, type Scope } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const create = async (change: object = {}) => {
  const given = { name: 'k', scopes: ['automation:read'], ...change }
  return (await service.person.post<CreatedApiKey>('/api-keys', given)).body
}
const list = (rawKey: string) => service.anonymous.get('/api/v1/automations', { 'x-api-key': rawKey })
const invalid = { statusCode: 401, message: 'Invalid API Key', error: 'Unauthorized' }

describe('1. Every request to the public API carries an API key', () => {
  test('the key may be in the header x-api-key', async () => {
    expect((await list((await create()).rawKey)).status).toBe(200)
  })
  test('the key may be in the query parameter apiKey', async () => {
    const { rawKey } = await create()
    expect((await service.anonymous.get(`/api/v1/automations?apiKey=${rawKey}`)).status).toBe(200)
  })
  test('a link to the next page does not contain the key of the query', async () => {
    const key = await service.key(scopes)
    for (const _ of [1, 2]) await service.automation(key)
    const { rawKey } = await create()
    const { headers } = await service.anonymous.get(`/api/v1/automations?limit=1&apiKey=${rawKey}`)
    expect(headers.get('link')).toContain('limit=1')
    expect(headers.get('link')).not.toContain('gfac_')
  })
  test.each(['authorization', 'cookie', 'api-key'])('the key may not be in the header %s', async (header) => {
    const { rawKey } = await create()
    for (const value of [rawKey, `Bearer ${rawKey}`, `x-api-key=${rawKey}`]) {
      expect((await service.anonymous.get('/api/v1/automations', { [header]: value })).status).toBe(401)
    }
  })
})

describe('2. Key-management and webhook endpoints require Authorization: Bearer <JWT>', () => {
  test.each(['/api-keys', '/webhooks'])('%s accepts a JWT and refuses an API key', async (path) => {
    expect((await service.person.get(path)).status).toBe(200)
    const { rawKey } = await create({ scopes })
    expect((await service.anonymous.get(path, { 'x-api-key': rawKey })).status).toBe(401)
    expect((await service.anonymous.get(path, { authorization: `Bearer ${rawKey}` })).status).toBe(401)
    expect((await service.anonymous.get(`${path}?apiKey=${rawKey}`)).status).toBe(401)
  })
  test.each<[what: string, corrupt: (token: string) => string]>([
    ['whose claims were changed', (token) => token.replace(/\.[^.]+\./, `.${encode({ sub: 'x' })}.`)],
    ['whose signature was cut off', (token) => token.replace(/[^.]+$/, '')],
    ['without a signature', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['that is not a JWT', () => 'abc'],
    ['that is missing', () => ''],
  ])('a JWT %s is refused with 401', async (_, corrupt) => {
    const token = service.person.credentials['authorization']!.replace('Bearer ', '')
    const { status, body } = await service.anonymous.get('/webhooks', {
      authorization: `Bearer ${corrupt(token)}`,
    })
    expect({ status, body }).toEqual({
      status: 401,
      body: { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' },
    })
  })
})

test('3. POST /api-keys creates a key and alone returns the raw key', async () => {
  const { apiKey, rawKey } = await create()
  expect((await list(rawKey)).status).toBe(200)
  const { body } = await service.person.get(`/api-keys/${apiKey._id}`)
  expect(body).toEqual({ ...apiKey, lastUsedAt: body['lastUsedAt'] })
})

describe('4. A key ends', () => {
  test('a key is refused after its expiry date', async () => {
    const { rawKey } = await create({ expiresAt: new Date(Date.now() + 1500).toISOString() })
    expect((await list(rawKey)).status).toBe(200)
    const refused = await waitFor('the key to expire', async () => {
      const answer = await list(rawKey)
      return answer.status !== 200 && answer
    })
    expect(refused).toMatchObject({ status: 401, body: invalid })
  })
  test('an expiry date must be in the future', async () => {
    const given = { name: 'k', scopes, expiresAt: '2020-01-01T00:00:00Z' }
    expect(await service.person.post('/api-keys', given)).toMatchObject({
      status: 400,
      body: [{ property: 'expiresAt', constraints: { minDate: expect.any(String) } }],
    })
  })
  test('a key is refused while isActive is false', async () => {
    const { apiKey, rawKey } = await create()
    await service.person.patch(`/api-keys/${apiKey._id}`, { isActive: false })
    expect(await list(rawKey)).toMatchObject({ status: 401, body: invalid })
    await service.person.patch(`/api-keys/${apiKey._id}`, { isActive: true })
    expect((await list(rawKey)).status).toBe(200)
  })
})

describe('5. Refusals', () => {
  test('a request without a key is refused with 401', async () => {
    const { status, body } = await service.anonymous.get('/api/v1/automations')
    expect({ status, body }).toEqual({
      status: 401,
      body: { statusCode: 401, message: 'API Key is missing', error: 'Unauthorized' },
    })
  })
  test.each([`gfac_${'0'.repeat(48)}`, `gfac_${'0'.repeat(47)}`, 'jm_live_x', 'x'])(
    'the invalid key %s is 401',
    async (rawKey) => {
      const { status, body } = await list(rawKey)
      expect({ status, body }).toEqual({ status: 401, body: invalid })
    },
  )
  test('a key without the scope is refused with 403', async () => {
    const key = await service.key(['audit:read'])
    expect((await key.get('/api/v1/automations')).status).toBe(403)
  })
})

describe('The scope table', () => {
  test('automation:read allows to list and read automations', async () => {
    const { id } = await service.automation(await service.key(scopes))
    const key = await service.key(['automation:read'])
    for (const path of ['', `/${id}`, `/${id}/status`, `/${id}/versions`])
      expect((await key.get(`/api/v1/automations${path}`)).status).toBe(200)
    expect((await key.get('/api/v1/executions')).status).toBe(200)
  })
  test('automation:write allows to create, change and delete automations', async () => {
    const key = await service.key(['automation:write'])
    const { id } = await service.automation(key)
    expect((await key.patch(`/api/v1/automations/${id}`, { name: 'b' })).status).toBe(200)
    expect((await key.post(`/api/v1/automations/${id}/versions/1/restore`)).status).toBe(200)
    expect((await key.delete(`/api/v1/automations/${id}`)).status).toBe(204)
  })
  test('automation:execute allows to trigger and stop automations', async () => {
    const { id } = await service.automation(await service.key(scopes))
    const key = await service.key(['automation:execute'])
    expect((await key.post(`/api/v1/automations/${id}/trigger`)).status).toBe(202)
    expect((await key.post(`/api/v1/automations/${id}/stop`)).status).toBe(202)
  })
  test('audit:read allows to read the audit log', async () => {
    const key = await service.key(['audit:read'])
    expect((await key.get('/api/v1/audit-logs')).status).toBe(200)
  })
  test.each<Scope>(['pipeline:read', 'pipeline:write', 'pipeline:execute', 'audit:read'])(
    '%s: opens nothing of an automation',
    async (scope) => {
      const key = await service.key([scope])
      expect((await key.get('/api/v1/automations')).status).toBe(403)
      expect((await key.post('/api/v1/automations')).status).toBe(403)
    },
  )
})

const sign = (body: Buffer, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const sendOne = async (id: string, hook: ReturnType<ServiceUnderTest['world']['hook']>) => {
  await service.person.post(`/webhooks/${id}/test`)
  return hook.requests.at(-1)!
}

describe('Webhook signature', () => {
  test('each delivery is signed with the HMAC SHA-256 of its body under the webhook’s secret', async () => {
    const hook = service.world.hook()
    const { _id, secret } = await service.webhook(['job.failed'], hook.url)
    const { headers, body } = await sendOne(_id, hook)
    expect(headers['x-service-signature']).toBe(sign(body, secret))
  })
  test('a new secret signs from the next delivery on', async () => {
    const hook = service.world.hook()
    const { _id } = await service.webhook(['job.failed'], hook.url)
    const secret = 'chosen by the user: ünïcode'
    await service.person.patch(`/webhooks/${_id}`, { secret })
    const { headers, body } = await sendOne(_id, hook)
    expect(headers['x-service-signature']).toBe(sign(body, secret))
  })
  test('the signature by Standard Webhooks verifies with the new secret and with the one before', async () => {
    const hook = service.world.hook()
    const { _id, secret } = await service.webhook(['job.failed'], hook.url)
    const verify = ({ headers, body }: (typeof hook.requests)[number], by: string) =>
      new StandardWebhook(by).verify(body, headers as Record<string, string>)
    expect(verify(await sendOne(_id, hook), secret)).toMatchObject({ event: 'webhook.test' })

    const next = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    await service.person.patch(`/webhooks/${_id}`, { secret: next })
    const request = await sendOne(_id, hook)
    for (const known of [secret, next])
      expect(verify(request, known)).toMatchObject({ event: 'webhook.test' })
  })
  test.each(['short', 'x'.repeat(257), 'line\nbreak'])('the secret %j is refused', async (secret) => {
    const { _id } = await service.webhook(['job.failed'])
    const { status, body } = await service.person.patch(`/webhooks/${_id}`, { secret })
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property: 'secret', receivedValue: '[redacted]' }])
  })
})

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
