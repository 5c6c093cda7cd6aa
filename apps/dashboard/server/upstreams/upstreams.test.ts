import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, serveApiKeys, startTestUpstream, type TestUpstream } from '../test-upstream.ts'
import { findSession } from '../sessions/find-session.ts'
import { createUpstreamClient } from './create-upstream-client.ts'
import { createCredentials } from './credentials.ts'

let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
let origin: string
let liveKeys: Set<string>
beforeAll(async () => {
  automation = await startTestUpstream()
  alias = await startTestUpstream()
  // A base URL may have a path of its own.
  const upstreams = { automation: automation.url, alias: new URL('below/', alias.url) }
  dashboard = await createTestDashboard({ upstreams })
  origin = await dashboard.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await dashboard.close()
  await Promise.all([automation.close(), alias.close()])
})

let ada: TestBrowser
let email: string
let accounts = 0
beforeEach(async () => {
  await dashboard.empty()
  for (const upstream of [automation, alias]) {
    upstream.calls.length = 0
    upstream.routes.clear()
    upstream.routes.set('GET *', (_request, response) => answerJson(response, 200, []))
  }
  ;({ live: liveKeys } = serveApiKeys(automation))
  email = `ada${++accounts}@example.com`
  ada = await dashboard.signUp(email)
})

const headersOf = (browser: TestBrowser) => ({ cookie: browser.cookie!, 'sec-fetch-site': 'same-origin' })
const madeKeys = () =>
  automation.calls.filter(({ method, path }) => method === 'POST' && path === '/api-keys')
const isAsked = (call: { path: string }) => call.path.startsWith('/api/')

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
  ])('%s reaches it', async (url, upstream, path) => {
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
  ])('%s reaches nothing', async (url) => {
    // As it stands: clients that are none of ours do not tidy it up first.
    const options = { host: '127.0.0.1', port: new URL(origin).port, path: url, headers: headersOf(ada) }
    const [answer] = (await once(httpRequest(options).end(), 'response')) as [IncomingMessage]
    expect(answer.resume().statusCode).toBe(404)
    expect([...automation.calls, ...alias.calls]).toEqual([])
  })

  test('speaks to the alias service, and for keys and webhooks, by a token of who is signed in', async () => {
    await ada.get('/alias/api/v1/addresses')
    await ada.get('/automation/webhooks')
    const { account } = (await ada.get('/auth/session')).json()
    for (const { headers } of [alias.calls[0]!, automation.calls[0]!]) {
      const token = headers.authorization!.replace('Bearer ', '')
      expect(decodeJwt(token)).toMatchObject({ sub: account.id, email, iss: 'https://waypost.example' })
    }
  })

  test("speaks to the automation service's public API by a key of the sign-in, made once", async () => {
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

  test('never takes a cookie there, nor a credential of its own', async () => {
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

  test('takes along what matters, and its body byte for byte', async () => {
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

  test('without a sign-in reaches nothing', async () => {
    const nobody = dashboard.browser()
    for (const url of ['/automation/api/v1/automations', '/alias/api/v1/addresses']) {
      expect((await nobody.get(url)).statusCode).toBe(401)
      expect((await nobody.post(url, {})).statusCode).toBe(401)
    }
    expect([...automation.calls, ...alias.calls]).toEqual([])
  })

  test('made by another site reaches nothing, whether it reads or writes', async () => {
    const cross = { 'sec-fetch-site': 'cross-site' }
    expect((await ada.get('/alias/api/v1/addresses', cross)).statusCode).toBe(403)
    expect((await ada.post('/alias/api/v1/addresses', {}, cross)).statusCode).toBe(403)
    expect((await ada.delete('/alias/api/v1/addresses/1', cross)).statusCode).toBe(403)
    expect(alias.calls).toEqual([])
  })

  test('with a body that a form could send reaches nothing', async () => {
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

describe('the answer of a service', () => {
  test('comes with its status, its body and the headers that matter, and without its cookies', async () => {
    alias.routes.set('GET *', (_request, response) => {
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': '7',
        'x-ratelimit-remaining': '0',
        etag: '"1"',
        'set-cookie': 'theirs=1',
        'x-powered-by': 'something',
        'access-control-allow-origin': '*',
      })
      response.end('{"error":"Rate limit exceeded"}')
    })
    const answer = await ada.get('/alias/api/v1/addresses')
    expect(answer.statusCode).toBe(429)
    expect(answer.body).toBe('{"error":"Rate limit exceeded"}')
    expect(answer.headers).toMatchObject({
      'retry-after': '7',
      'x-ratelimit-remaining': '0',
      etag: '"1"',
      'cache-control': 'no-store',
    })
    for (const name of ['set-cookie', 'x-powered-by', 'access-control-allow-origin'])
      expect(answer.headers).not.toHaveProperty(name)
  })

  test('leads on by way of the dashboard', async () => {
    automation.routes.set('GET *', (_request, response) => {
      response.setHeader('link', '</api/v1/automations?offset=20>; rel="next"')
      response.setHeader('location', '/api/v1/automations/1')
      answerJson(response, 200, [])
    })
    const { headers } = await ada.get('/automation/api/v1/automations')
    expect(headers.link).toBe('</automation/api/v1/automations?offset=20>; rel="next"')
    expect(headers.location).toBe('/automation/api/v1/automations/1')
  })

  test('runs nothing on this origin, whatever it is', async () => {
    alias.routes.set('GET *', (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "script-src 'unsafe-inline'",
      })
      response.end('<script>alert(1)</script>')
    })
    const { headers } = await ada.get('/alias/api/v1/emails/1/attachments/2')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([204, 304])('of %i has no body', async (status) => {
    alias.routes.set('GET *', (_request, response) => response.writeHead(status, { etag: '"2"' }).end())
    const answer = await ada.get('/alias/api/v1/emails')
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([status, '', '"2"'])
  })

  test('is known by HEAD without its body', async () => {
    alias.routes.set('HEAD *', (_request, response) =>
      response.writeHead(200, { 'content-length': '12345', etag: '"3"' }).end(),
    )
    const answer = await fetch(`${origin}/alias/api/v1/emails/1/raw`, {
      method: 'HEAD',
      headers: headersOf(ada),
    })
    expect([answer.status, answer.headers.get('content-length'), answer.headers.get('etag')]).toEqual([
      200,
      '12345',
      '"3"',
    ])
  })

  test('comes piece by piece, as events do, and the service hears at once that nobody listens any more', async () => {
    let send: ((text: string) => void) | undefined
    let isOver = false
    automation.routes.set('GET *', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.on('close', () => (isOver = true))
      send = (text) => response.write(text)
      response.flushHeaders()
    })
    const reading = new AbortController()
    const answer = await fetch(`${origin}/automation/api/v1/executions/1/events`, {
      headers: headersOf(ada),
      signal: reading.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(':\n\n')
    for (const event of ['event: step\ndata: 1\n\n', 'event: step\ndata: 2\n\n']) {
      send!(event)
      expect((await reader.read()).value).toBe(event)
    }
    reading.abort()
    await reader.read().catch(() => {})
    await waitFor('the service to notice', () => isOver)
  })

  test('may be of any size, and is the same byte for byte', async () => {
    const picture = Buffer.alloc(3_000_000, 'picture')
    automation.routes.set('GET *', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=86400' })
      response.end(picture)
    })
    const answer = await fetch(`${origin}/automation/api/v1/executions/1/steps/1/screenshot`, {
      headers: headersOf(ada),
    })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
  })

  test('that breaks off is not taken for whole', async () => {
    alias.routes.set('GET *', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '1000' })
      response.write('half', () => response.destroy())
    })
    const answer = await fetch(`${origin}/alias/api/v1/emails/1/raw`, { headers: headersOf(ada) })
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  })
})

describe('a service', () => {
  let impatient: TestDashboard
  afterEach(() => impatient.close())

  test('that is down is a 502 that says which', async () => {
    impatient = await createTestDashboard({ beside: dashboard })
    const grace = await impatient.signUp('grace@example.com')
    const answers = [
      await grace.get('/alias/api/v1/addresses'),
      await grace.get('/automation/api/v1/automations'),
    ]
    expect(answers.map((answer) => answer.json())).toEqual([
      { statusCode: 502, message: 'The alias service does not answer', error: 'Bad Gateway' },
      { statusCode: 502, message: 'The automation service does not answer', error: 'Bad Gateway' },
    ])
  })

  test('that does not answer is a 504', async () => {
    impatient = await createTestDashboard({
      beside: dashboard,
      upstreams: { automation: automation.url, alias: alias.url },
      timeouts: { connectMs: 1000, headersMs: 30, bodyMs: 1000 },
    })
    alias.routes.set('GET *', () => {})
    const grace = await impatient.signUp('grace@example.com')
    const answer = await grace.get('/alias/api/v1/addresses')
    expect(answer.json()).toEqual({
      statusCode: 504,
      message: 'The alias service did not answer in time',
      error: 'Gateway Timeout',
    })
  })
})

describe('the key of a sign-in', () => {
  test('is replaced before it ends, and the old one deleted', async () => {
    await ada.get('/automation/api/v1/automations')
    const [first] = liveKeys
    dashboard.advance(7 * 3_600_000)
    await ada.get('/automation/api/v1/automations')
    expect([...liveKeys]).toEqual([first])
    dashboard.advance(56 * 60_000)
    await ada.get('/automation/api/v1/automations')
    expect(liveKeys.size).toBe(1)
    expect([...liveKeys]).not.toContain(first)
  })

  test('is replaced when its owner has deleted it, and a request that reads does not notice', async () => {
    await ada.get('/automation/api/v1/automations')
    const answerByKey = (request: IncomingMessage, response: Parameters<typeof answerJson>[0]) => {
      const isLive = liveKeys.has(String(request.headers['x-api-key']).replace('gfac_', ''))
      answerJson(response, isLive ? 200 : 401, [])
    }
    automation.routes.set('GET *', answerByKey)
    automation.routes.set('PATCH *', answerByKey)
    liveKeys.clear()
    expect((await ada.get('/automation/api/v1/automations')).statusCode).toBe(200)

    liveKeys.clear()
    const patch = () =>
      dashboard.app.inject({
        method: 'PATCH',
        url: '/automation/api/v1/automations/1',
        headers: headersOf(ada),
        payload: { name: 'x' },
      })
    // A body cannot be sent twice; and it is no 401, which would mean signed out.
    expect((await patch()).json()).toMatchObject({
      statusCode: 502,
      message: 'The automation service did not take the sign-in, try again',
    })
    expect((await patch()).statusCode).toBe(200)
  })

  test('is the same for every replica', async () => {
    const upstreams = createUpstreamClient({ automation: automation.url, alias: alias.url })
    const found = await findSession(dashboard.services, ada.cookie!.split('=')[1]!)
    const replicas = Array.from({ length: 3 }, () => createCredentials({ ...dashboard.services, upstreams }))
    const keys = await Promise.all(replicas.map((replica) => replica.of(found!.session, 'key')))
    expect(new Set(keys.map(({ header }) => header[1])).size).toBe(1)
    expect(liveKeys.size).toBe(1)
    await upstreams.close()
  })

  test('is kept sealed', async () => {
    await ada.get('/automation/api/v1/automations')
    const { rows } = await dashboard.database
      .connectAsOwner()
      .db.execute<{ row: string }>(sql`select to_jsonb(k)::text as row from accounts.automation_keys k`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ row }) => row).join('')).not.toContain('gfac_')
  })

  test.each([
    ['signing out', (browser: TestBrowser) => browser.delete('/auth/session')],
    ['signing out everywhere', (browser: TestBrowser) => browser.delete('/auth/sessions')],
  ])('is deleted on %s', async (_what, end) => {
    await ada.get('/automation/api/v1/automations')
    expect(liveKeys.size).toBe(1)
    await end(ada)
    await waitFor('the key to be deleted', () => liveKeys.size === 0)
  })

  test('is deleted later where the service could not be told', async () => {
    await ada.get('/automation/api/v1/automations')
    const deleting = automation.routes.get('DELETE *')!
    automation.routes.set('DELETE *', (_request, response) => answerJson(response, 500))
    await ada.delete('/auth/session')
    await dashboard.keySweep.close()
    expect(liveKeys.size).toBe(1)
    automation.routes.set('DELETE *', deleting)
    dashboard.keySweep.soon()
    await dashboard.keySweep.close()
    expect(liveKeys.size).toBe(0)
  })
})

test('a token that a service did not take is replaced', async () => {
  const tokens = new Set<string>()
  alias.routes.set('GET *', ({ headers }, response) => {
    tokens.add(headers.authorization!)
    answerJson(response, tokens.size === 1 ? 401 : 200, [])
  })
  dashboard.advance(1000)
  await ada.get('/alias/api/v1/addresses')
  dashboard.advance(1000)
  expect((await ada.get('/alias/api/v1/addresses')).statusCode).toBe(200)
})

test('an event stream ends when the process stops, which does not wait for it', async () => {
  const stopping = await createTestDashboard({
    beside: dashboard,
    upstreams: { automation: automation.url, alias: alias.url },
  })
  const url = await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  automation.routes.set('GET *', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  })
  const grace = dashboard.browser()
  grace.cookie = (await stopping.signUp('grace@example.com')).cookie
  const answer = await fetch(`${url}/automation/api/v1/executions/1/events`, { headers: headersOf(grace) })
  const whole = answer.text()
  await stopping.close()
  expect(await whole).toBe(':\n\n')
})
