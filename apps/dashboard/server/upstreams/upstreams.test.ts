import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, type TestUpstream } from '../test-upstream.ts'
import { headersOf, startServiceBed, type ServiceBed } from './test-services.ts'

let bed: ServiceBed
let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
let origin: string
let ada: TestBrowser
let email: string
let liveKeys: Set<string>

beforeAll(async () => {
  bed = await startServiceBed()
  ;({ automation, alias, dashboard, origin } = bed)
})
afterAll(() => bed.close())
beforeEach(async () => {
  ;({ ada, email, liveKeys } = await bed.reset())
})

const madeKeys = () =>
  automation.calls.filter(({ method, path }) => method === 'POST' && path === '/api-keys')
const isAsked = (call: { path: string }) => call.path.startsWith('/api/')

test('a signed-in browser learns the services’ base URLs, and nobody else does', async () => {
  const { alias: aliasUrl, automation: automationUrl } = dashboard.services.baseUrls
  expect((await ada.get('/auth/base-urls')).json()).toEqual({
    automation: automationUrl.href.replace(/\/$/, ''),
    alias: aliasUrl.href.replace(/\/$/, ''),
  })
  expect((await dashboard.browser().get('/auth/base-urls')).statusCode).toBe(401)
})

describe('a request to a service', () => {
  test.each([
    [
      '/automation/api/v1/automations?limit=5&cursor=a%2Fb',
      () => automation,
      '/api/v1/automations?limit=5&cursor=a%2Fb',
    ],
    ['/automation/webhooks', () => automation, '/webhooks'],
    ['/automation/webhooks/1/deliveries', () => automation, '/webhooks/1/deliveries'],
    ['/automation/api-keys?limit=1', () => automation, '/api-keys?limit=1'],
    ['/alias/api/v1/addresses', () => alias, '/below/api/v1/addresses'],
    ['/alias/api-keys', () => alias, '/below/api-keys'],
  ])('for %s reaches the service', async (url, upstream, path) => {
    expect((await ada.get(url)).statusCode).toBe(200)
    expect(upstream().calls.at(-1)).toMatchObject({ method: 'GET', path })
  })

  test.each([
    '/automation/',
    '/automation/admin/accounts/1/plan',
    '/automation/metrics',
    '/automation/openapi.json',
    '/automation/api-keys-of-others',
    '/automation/api/v1/../../admin',
    '/automation/api/v1/%2e%2e/%2e%2e/admin',
    '/automation/api/v1/..%5c..%5cadmin/..\\..\\..\\admin',
    '/automation//evil.example/api/v1/x',
    '/automation/api/v1/../../../alias/api-keys',
    '/alias/dev/outbox',
    '/alias/webhooks',
  ])('for %s is not forwarded', async (url) => {
    // Sent unchanged: other clients do not normalise the path first.
    const options = { host: '127.0.0.1', port: new URL(origin).port, path: url, headers: headersOf(ada) }
    const [answer] = (await once(httpRequest(options).end(), 'response')) as [IncomingMessage]
    expect(answer.resume().statusCode).toBe(404)
    expect([...automation.calls, ...alias.calls]).toEqual([])
  })

  test("to the alias service, and for keys and webhooks, carries the signed-in account's token", async () => {
    await ada.get('/alias/api/v1/addresses')
    await ada.get('/automation/webhooks')
    const { account } = (await ada.get('/auth/session')).json()
    for (const { headers } of [alias.calls[0]!, automation.calls[0]!]) {
      const token = headers.authorization!.replace('Bearer ', '')
      expect(decodeJwt(token)).toMatchObject({ sub: account.id, email, iss: 'https://waypost.example' })
    }
  })

  test("to the automation service's public API carries the key of the sign-in, which is created once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => ada.get('/automation/api/v1/automations')))
    await ada.get('/automation/api/v1/executions')
    expect(madeKeys()).toHaveLength(1)
    expect(JSON.parse(madeKeys()[0]!.body)).toMatchObject({
      name: 'Dashboard sign-in',
      expiresAt: new Date(dashboard.services.clock.now() + 8 * 3_600_000).toISOString(),
    })
    const asked = automation.calls.filter(isAsked)
    expect(asked).toHaveLength(6)
    for (const { headers } of asked) {
      expect(headers['x-api-key']).toBe(`gfac_${[...liveKeys][0]}`)
      expect(headers.authorization).toBeUndefined()
    }
  })

  test("never forwards the cookie or the browser's own credentials", async () => {
    await ada.get('/alias/api/v1/addresses', {
      authorization: 'Bearer mine',
      'x-api-key': 'mine',
      'x-forwarded-for': '10.0.0.1',
    })
    const { headers } = alias.calls[0]!
    expect(headers.cookie).toBeUndefined()
    expect(headers['x-api-key']).toBeUndefined()
    expect(headers.authorization).not.toContain('mine')
    expect(headers['x-forwarded-for']).toBe('198.51.100.1')
  })

  test('forwards the relevant headers, and its body byte for byte', async () => {
    alias.routes.set('POST *', (_request, response) => answerJson(response, 201, { data: {} }))
    const body = { subject: 'Grüße 🙂', body: 'x'.repeat(100_000) }
    const answer = await ada.post('/alias/api/v1/emails', body, {
      'idempotency-key': 'once',
      'if-match': '"7"',
      'accept-language': 'de',
    })
    expect(answer.statusCode).toBe(201)
    const [call] = alias.calls
    expect(call).toMatchObject({
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(JSON.stringify(body))),
        'idempotency-key': 'once',
        'if-match': '"7"',
        'accept-language': 'de',
      },
    })
  })

  test('without a session is not forwarded', async () => {
    const nobody = dashboard.browser()
    for (const url of ['/automation/api/v1/automations', '/alias/api/v1/addresses']) {
      expect((await nobody.get(url)).statusCode).toBe(401)
      expect((await nobody.post(url, {})).statusCode).toBe(401)
    }
    expect([...automation.calls, ...alias.calls]).toEqual([])
  })

  test('by another site is not forwarded, whether it reads or writes', async () => {
    const cross = { 'sec-fetch-site': 'cross-site' }
    expect((await ada.get('/alias/api/v1/addresses', cross)).statusCode).toBe(403)
    expect((await ada.post('/alias/api/v1/addresses', {}, cross)).statusCode).toBe(403)
    expect((await ada.delete('/alias/api/v1/addresses/1', cross)).statusCode).toBe(403)
    expect(alias.calls).toEqual([])
  })

  test('with a body that a form could send is not forwarded', async () => {
    const answer = await dashboard.app.inject({
      method: 'POST',
      url: '/alias/api/v1/addresses',
      headers: { ...headersOf(ada), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'alias=x',
    })
    expect(answer.statusCode).toBe(415)
    expect(alias.calls).toEqual([])
  })
})
