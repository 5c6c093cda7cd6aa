import { automationEventNames, webhookSecretContext } from '@waypost/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

let service: TestApp
let headers: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  headers = await service.person('ada')
})
afterAll(() => service.close())

const newWebhook = { name: 'My hook', url: 'https://example.com/hook', events: ['automation.completed'] }
const post = (payload: object) => service.app.inject({ method: 'POST', url: '/webhooks', headers, payload })
const get = (id: string) => service.app.inject({ url: `/webhooks/${id}`, headers })
const patch = (id: string, payload: object) =>
  service.app.inject({ method: 'PATCH', url: `/webhooks/${id}`, headers, payload })
const create = async (payload: object = newWebhook) => {
  const { secret, ...webhook } = (await post(payload)).json<Webhook & { secret: string }>()
  return { secret, webhook }
}
const sealedSecretOf = async (id: string) => {
  const { rows } = await service.database
    .connectAsOwner()
    .pool.query<{ row: string; sealed: string }>(
      'select w::text as row, sealed_secret as sealed from automation.webhooks w where id = $1',
      [id],
    )
  return rows[0]!
}

type Refusal = [field: object, property: string, constraints: Record<string, string>, receivedValue: unknown]

const eventNames = automationEventNames.join(', ')
const wrongFields: Refusal[] = [
  [{ name: '' }, 'name', { isNotEmpty: 'name should not be empty' }, ''],
  [{ name: 7 }, 'name', { isString: 'name must be a string' }, 7],
  [{ url: '' }, 'url', { isNotEmpty: 'url should not be empty' }, ''],
  [{ url: 'nowhere' }, 'url', { isUrl: 'url must be a URL address' }, 'nowhere'],
  [
    { url: `https://example.com/${'x'.repeat(2048)}` },
    'url',
    { maxLength: 'url must be shorter than or equal to 2048 characters' },
    `https://example.com/${'x'.repeat(180)}…`,
  ],
  ...['ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)'].map((url): Refusal => [
    { url },
    'url',
    { isUrl: 'url must be an http or https URL' },
    url,
  ]),
  ...['https://ada:pass@example.com', 'https://ada@example.com', 'https://:pass@example.com'].map(
    (url): Refusal => [{ url }, 'url', { isUrl: 'url must not carry credentials' }, '[redacted]'],
  ),
  ...['http://example.com:25', 'http://127.0.0.1:22'].map((url): Refusal => [
    { url },
    'url',
    { isUrl: 'url must use port 80, 443 or one from 1024 on' },
    url,
  ]),
  ...[
    'http://10.0.0.1',
    'http://192.168.1.1/hook',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0',
    'http://0xa000001',
    'http://[::1]',
    'http://[fd00::1]',
    'http://[::ffff:10.0.0.1]',
  ].map((url): Refusal => [
    { url },
    'url',
    { isUrl: 'url must not point to a private or reserved address' },
    url,
  ]),
  [{ events: [] }, 'events', { arrayMinSize: 'events must contain at least 1 elements' }, []],
  [{ events: 'job.failed' }, 'events', { isArray: 'events must be an array' }, 'job.failed'],
  [
    { events: ['job.failed', 'job.exploded'] },
    'events.1',
    { isIn: `events.1 must be one of the following values: ${eventNames}` },
    'job.exploded',
  ],
  [{ failureCount: 0 }, 'failureCount', { whitelistValidation: 'failureCount should not exist' }, 0],
  [{ lastStatus: null }, 'lastStatus', { whitelistValidation: 'lastStatus should not exist' }, null],
  [{ _id: 'x' }, '_id', { whitelistValidation: '_id should not exist' }, 'x'],
  [{ createdAt: 'x' }, 'createdAt', { whitelistValidation: 'createdAt should not exist' }, 'x'],
]

describe('registering a webhook', () => {
  test('returns 201, its record and, this once, its secret', async () => {
    const response = await post(newWebhook)
    expect(response.statusCode).toBe(201)
    const { secret } = response.json<{ secret: string }>()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(response.json()).toStrictEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      ...newWebhook,
      isActive: true,
      failureCount: 0,
      lastTriggeredAt: null,
      lastStatus: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      secret,
    })
  })

  test('accepts every event of the contract, each once', async () => {
    const { webhook } = await create({
      ...newWebhook,
      events: [...automationEventNames, ...automationEventNames],
    })
    expect(webhook.events).toEqual(automationEventNames)
  })

  test.each(['http://127.0.0.1:8080/hook', 'https://no-such-host.invalid', 'https://example.com:443/?a=b#c'])(
    'accepts the URL %s',
    async (url) => {
      expect((await create({ ...newWebhook, url })).webhook.url).toBe(url)
    },
  )

  test('gives it its own secret, which no other response has and the database seals', async () => {
    const { webhook, secret } = await create()
    expect((await create()).secret).not.toBe(secret)
    const list = await service.app.inject({ url: '/webhooks?limit=100', headers })
    for (const { body } of [await get(webhook._id), list, await patch(webhook._id, { name: 'renamed' })]) {
      expect(body).toContain(webhook._id)
      expect(body).not.toContain('whsec_')
      expect(body.toLowerCase()).not.toContain('secret')
    }
    const { row, sealed } = await sealedSecretOf(webhook._id)
    expect(row).not.toContain(secret.slice('whsec_'.length))
    expect(service.services.keyring.open(sealed, webhookSecretContext(webhook._id))).toBe(secret)
  })

  test.each(['name', 'url', 'events'])('requires its %s', async (property) => {
    const response = await post({ ...newWebhook, [property]: undefined })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      {
        property,
        constraints: { isDefined: `${property} should not be null or undefined` },
        receivedValue: null,
      },
    ])
  })

  test.each<Refusal>([
    ...wrongFields,
    [{ isActive: true }, 'isActive', { whitelistValidation: 'isActive should not exist' }, true],
    [{ secret: 'whsec_mine' }, 'secret', { whitelistValidation: 'secret should not exist' }, '[redacted]'],
  ])('is refused with %j', async (field, property, constraints, receivedValue) => {
    const response = await post({ ...newWebhook, ...field })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([{ property, constraints, receivedValue }])
  })
})

test('one webhook and the list of webhooks show the record as it was created', async () => {
  const { webhook } = await create()
  const response = await get(webhook._id)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toStrictEqual(webhook)
  const list = await service.app.inject({ url: '/webhooks?limit=1', headers })
  expect(list.statusCode).toBe(200)
  expect(list.json()).toStrictEqual([webhook])
})

describe('a change of a webhook', () => {
  test.each([
    { name: 'renamed' },
    { url: 'https://example.org/elsewhere' },
    { events: ['job.failed', 'job.completed'] },
    { isActive: false },
    { name: 'all', url: 'https://example.net', events: ['job.failed'], isActive: false },
    {},
  ])('%j returns the webhook with nothing else changed', async (change) => {
    const { webhook, secret } = await create()
    const response = await patch(webhook._id, change)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toStrictEqual({ ...webhook, ...change })
    expect((await get(webhook._id)).json()).toStrictEqual({ ...webhook, ...change })
    const { sealed } = await sealedSecretOf(webhook._id)
    expect(service.services.keyring.open(sealed, webhookSecretContext(webhook._id))).toBe(secret)
  })

  test.each(['whsec_bXkgb3duIHNlY3JldCwgMzIgYnl0ZXMgbG9uZywgeWVzIQ==', 'eight ch', 'é'.repeat(256)])(
    'replaces the secret by %s, and does not repeat it',
    async (secret) => {
      const { webhook } = await create()
      const response = await patch(webhook._id, { secret })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toStrictEqual(webhook)
      const { row, sealed } = await sealedSecretOf(webhook._id)
      expect(row).not.toContain(secret)
      expect(service.services.keyring.open(sealed, webhookSecretContext(webhook._id))).toBe(secret)
    },
  )

  test.each<[secret: unknown, constraints: Record<string, string>]>([
    ['hush hu', { minLength: 'secret must be longer than or equal to 8 characters' }],
    ['hush'.repeat(65), { maxLength: 'secret must be shorter than or equal to 256 characters' }],
    ['hush hush\n', { matches: 'secret must be printable' }],
    ['hush hush\0', { isWellFormed: 'secret must be well-formed text without NUL characters' }],
    [['hush hush'], { isString: 'secret must be a string' }],
    [{ value: 'hush hush' }, { isString: 'secret must be a string' }],
  ])('to an invalid secret is refused without repeating it: %j', async (secret, constraints) => {
    const { webhook } = await create()
    const response = await patch(webhook._id, { secret })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([{ property: 'secret', constraints, receivedValue: '[redacted]' }])
  })

  test.each<Refusal>([
    ...wrongFields,
    [{ isActive: 'yes' }, 'isActive', { isBoolean: 'isActive must be a boolean value' }, 'yes'],
    [{ isActive: null }, 'isActive', { isBoolean: 'isActive must be a boolean value' }, null],
    [{ url: null }, 'url', { isString: 'url must be a string' }, null],
    [
      { lastTriggeredAt: null },
      'lastTriggeredAt',
      { whitelistValidation: 'lastTriggeredAt should not exist' },
      null,
    ],
  ])('to %j is refused, and nothing changes', async (field, property, constraints, receivedValue) => {
    const { webhook } = await create()
    const response = await patch(webhook._id, { name: 'renamed', ...field })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([{ property, constraints, receivedValue }])
    expect((await get(webhook._id)).json()).toStrictEqual(webhook)
  })
})

test('deleting a webhook returns 204 without a body, and the webhook is then a 404', async () => {
  const { webhook } = await create()
  const remove = () => service.app.inject({ method: 'DELETE', url: `/webhooks/${webhook._id}`, headers })
  const response = await remove()
  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
  expect((await get(webhook._id)).statusCode).toBe(404)
  expect((await remove()).statusCode).toBe(404)
})
