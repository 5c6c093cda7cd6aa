import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createWebhookClient, given } from './test-webhooks.ts'

let service: TestApp
let key: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  key = await service.key('ada', { scopes: ['webhooks:manage'] })
})

const { send, create, list, sealedOf, open } = createWebhookClient(() => ({ service, key }))

describe('POST /api/v1/webhooks', () => {
  test('creating a webhook returns its five fields, the secret in this response only', async () => {
    const response = await send('POST', '/webhooks', given)
    expect(response.statusCode).toBe(201)
    const { data } = response.json<{ data: { id: string; secret: string } }>()
    expect(data).toEqual({
      id: data.id,
      ...given,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: expect.any(String),
    })
    expect(await open(data.id)).toBe(data.secret)
    expect(JSON.stringify(await list())).not.toContain(data.secret)
    expect(await sealedOf(data.id)).not.toContain(data.secret)
  })

  test('accepts a secret of the user’s own', async () => {
    const { id, secret } = await create({ secret: 'a secret of mine' })
    expect(secret).toBe('a secret of mine')
    expect(await open(id)).toBe('a secret of mine')
  })

  test('accepts ten events, and removes duplicates', async () => {
    const response = await send('POST', '/webhooks', {
      ...given,
      events: Array.from({ length: 10 }, () => 'email.received'),
    })
    expect(response.json()).toMatchObject({ data: { events: ['email.received'] } })
  })

  test.each([
    [{ url: undefined }, 'url should not be null or undefined'],
    [{ url: 'ftp://example.com' }, 'url must be an http or https URL'],
    [{ url: 'http://10.0.0.1/' }, 'url must not point to a private or reserved address'],
    [{ url: 'https://ada:pw@example.com' }, 'url must not carry credentials'],
    [{ events: undefined }, 'events should not be null or undefined'],
    [{ events: [] }, 'events must contain at least 1 elements'],
    [
      { events: Array.from({ length: 11 }, () => 'email.received') },
      'events must contain no more than 10 elements',
    ],
    [
      { events: ['automation.completed'] },
      'events.0 must be one of the following values: email.received, email.withheld, email.deleted, address.created, address.expiring, address.expired, address.deleted, domain.lost, webhook.failing, webhook.recovered',
    ],
    [{ secret: 'seven77' }, 'secret must be longer than or equal to 8 characters'],
    [{ secret: 's'.repeat(257) }, 'secret must be shorter than or equal to 256 characters'],
    [{ secret: 'two\nlines' }, 'secret must be printable'],
    [{ name: 'mine' }, 'name should not exist'],
  ])('creating a webhook refuses %j', async (change, error) => {
    const response = await send('POST', '/webhooks', { ...given, ...change })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error })
  })

  test('creates one webhook per Idempotency-Key, and shows the same secret again', async () => {
    const request = {
      method: 'POST',
      url: '/api/v1/webhooks',
      headers: { ...key, 'idempotency-key': 'k' },
      payload: given,
    } as const
    const [first, second] = [await service.app.inject(request), await service.app.inject(request)]
    expect(second.json()).toEqual(first.json())
    expect(await list()).toHaveLength(1)
  })
})
