import { waitFor } from '@waypost/testing'
import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, type TestUpstream } from '../test-upstream.ts'
import { headersOf, startServiceBed, type ServiceBed } from './test-services.ts'

let bed: ServiceBed
let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
let origin: string
let ada: TestBrowser

beforeAll(async () => {
  bed = await startServiceBed()
  ;({ automation, alias, dashboard, origin } = bed)
})
afterAll(() => bed.close())
beforeEach(async () => {
  ;({ ada } = await bed.reset())
})

describe('the response of a service', () => {
  test('has its status, its body and the relevant headers, but no cookies', async () => {
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

  test('reaches a browser that still sends its body, of 20 MB', async () => {
    alias.routes.set('POST *', (_request, response) => answerJson(response, 413, { error: 'Too large' }))
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await fetch(`${origin}/alias/api/v1/emails`, {
        method: 'POST',
        headers: { ...headersOf(ada), 'content-type': 'application/json' },
        body: JSON.stringify('x'.repeat(20_000_000)),
      })
      expect([answer.status, await answer.json()]).toEqual([413, { error: 'Too large' }])
    }
  })

  test('is compressed for a browser that takes it where it is an overview, and nowhere else', async () => {
    const overview = {
      days: Array.from({ length: 30 }, (_, day) => ({ date: `2026-11-${day + 1}`, completed: 0 })),
    }
    for (const { routes } of [automation, alias])
      routes.set('GET *', (_request, response) => answerJson(response, 200, overview))
    const paths = ['/automation/api/v1/overview?days=30', '/alias/api/v1/overview']
    for (const path of paths) {
      const br = await ada.get(path, { 'accept-encoding': 'gzip, br' })
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
      expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(overview)
      const gzip = await ada.get(path, { 'accept-encoding': 'gzip' })
      expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(overview)
      expect((await ada.get(path)).json()).toEqual(overview)
    }
    // The length of what a stranger's email is compressed with would tell what it has in common with it.
    const list = await ada.get('/alias/api/v1/emails', { 'accept-encoding': 'gzip, br' })
    expect(list.headers).not.toHaveProperty('content-encoding')
    expect(list.json()).toEqual(overview)
  })

  test('that breaks off is no answer that the browser waits for, compressed or not', async () => {
    automation.routes.set('GET *', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      // Random, so that a part of it has passed the compressor.
      response.write(randomBytes(500_000).toString('hex'), () => response.destroy())
    })
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(`${origin}/automation/api/v1/overview`, {
        headers: { ...headersOf(ada), 'accept-encoding': encoding },
      })
      await expect(answer.text()).rejects.toThrow('terminated')
    }
  })

  test('redirects through the dashboard', async () => {
    automation.routes.set('GET *', (_request, response) => {
      response.setHeader('link', '</api/v1/automations?offset=20>; rel="next"')
      response.setHeader('location', '/api/v1/automations/1')
      answerJson(response, 200, [])
    })
    const { headers } = await ada.get('/automation/api/v1/automations')
    expect(headers.link).toBe('</automation/api/v1/automations?offset=20>; rel="next"')
    expect(headers.location).toBe('/automation/api/v1/automations/1')
  })

  test('cannot run scripts on this origin, whatever its content', async () => {
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

  test.each([204, 304])('has no body with status %i', async (status) => {
    alias.routes.set('GET *', (_request, response) => response.writeHead(status, { etag: '"2"' }).end())
    const answer = await ada.get('/alias/api/v1/emails')
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([status, '', '"2"'])
  })

  test('has no body for HEAD', async () => {
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

  test('is streamed, and the service notices at once when the client disconnects', async () => {
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

  test('can have any size, and is forwarded byte for byte', async () => {
    const image = Buffer.alloc(3_000_000, 'image')
    automation.routes.set('GET *', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=86400' })
      response.end(image)
    })
    const answer = await fetch(`${origin}/automation/api/v1/executions/1/steps/1/screenshot`, {
      headers: headersOf(ada),
    })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true)
  })

  test('is not taken for complete when it breaks off', async () => {
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

  test('that is down causes a 502 that names the service', async () => {
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

  test('that does not answer causes a 504', async () => {
    impatient = await createTestDashboard({
      beside: dashboard,
      upstreams: { automation: automation.url, alias: alias.url },
      timeouts: { connectMs: 60_000, headersMs: 30, bodyMs: 60_000 },
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

test('a stopping process ends event streams instead of waiting for them', async () => {
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
