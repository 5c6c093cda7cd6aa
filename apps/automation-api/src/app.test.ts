import { createLogger, type App } from '@waypost/http'
import { openDatabase, type Database } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAutomationApp } from './app.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
/** The same service in front of a database that is not there. */
let broken: { app: App; database: Database }
let person: { authorization: string }

beforeAll(async () => {
  service = await startTestApp()
  person = await service.person('ada')
  const url = Object.assign(new URL(service.database.url), { pathname: '/gone' }).href
  const database = openDatabase({ url, applicationName: 'test' })
  const app = createAutomationApp({
    services: { ...service.services, db: database.db },
    jwt: service.issuer,
    logger: createLogger('test', 'silent'),
    trustProxy: false,
    corsOrigins: ['https://dashboard.example'],
  })
  await app.ready()
  broken = { app, database }
})
afterAll(async () => {
  await broken.app.close()
  await broken.database.close()
  await service.close()
})

const post = (payload: string | Buffer, contentType = 'application/json') =>
  service.app.inject({
    method: 'POST',
    url: '/webhooks',
    headers: { ...person, 'content-type': contentType },
    payload,
  })
const ofLength = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`
const get = (url: string) => service.app.inject({ url, headers: person })

describe('health', () => {
  test('a process that answers is alive, and ready while its database answers too', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await service.app.inject({ url })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ status: 'ok' })
    }
  })

  test('a process without its database is alive and not ready', async () => {
    expect((await broken.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    const response = await broken.app.inject({ url: '/readyz' })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'unavailable' })
  })
})

describe('an unexpected error', () => {
  test.each([
    ['GET', '/api-keys', undefined],
    ['POST', '/webhooks', { name: 'hook', url: 'https://example.com', events: ['job.failed'] }],
  ] as const)('is told to nobody: %s %s', async (method, url, payload) => {
    const response = await broken.app.inject({ method, url, headers: person, ...(payload && { payload }) })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      statusCode: 500,
      message: 'Internal Server Error',
      error: 'Internal Server Error',
    })
  })

  test('takes no key for a wrong one', async () => {
    const headers = { 'x-api-key': `gfac_${'0'.repeat(48)}` }
    const response = await broken.app.inject({ url: '/api/v1/automations', headers })
    expect(response.statusCode).toBe(500)
  })
})

describe('a route that is not there', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/api/v2/automations'],
    ['PUT', '/webhooks'],
    ['POST', '/healthz'],
    ['DELETE', '/api-keys'],
  ] as const)('%s %s is 404', async (method, url) => {
    const response = await service.app.inject({ method, url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      statusCode: 404,
      message: `Cannot ${method} ${url}`,
      error: 'Not Found',
    })
  })

  test('does not repeat the key that it was asked with', async () => {
    const response = await service.app.inject({ url: '/nowhere?a=1&apiKey=gfac_hush' })
    expect(response.json()).toMatchObject({ message: 'Cannot GET /nowhere?a=1&apiKey=[redacted]' })
  })
})

describe('a URL', () => {
  test.each(['/api-keys/%', '/api-keys/%zz', '/api-keys/%ff', '/api-keys/%ed%a0%80', '/%c0%af'])(
    'with malformed percent-encoding is 400: %s',
    async (path) => {
      const response = await get(`${path}?apiKey=gfac_hush`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        statusCode: 400,
        message: expect.any(String) as unknown,
        error: 'Bad Request',
      })
      expect(response.body).not.toContain('hush')
    },
  )

  test.each(['%00', 'a%00b', 'x'.repeat(10_000), "'", '%F0%9F%99%82', '', '%2F', '1'])(
    'with an id that can be none is like one with an unknown id: %s',
    async (id) => {
      const response = await get(`/api-keys/${id}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({
        statusCode: 404,
        message: 'API Key not found or unauthorized',
        error: 'Not Found',
      })
    },
  )

  test.each(['?limit=%00', '?offset=1%00', '?x=%00'])(
    'with a NUL byte in its query is 400: %s',
    async (query) => {
      const response = await get(`/api-keys${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject([
        {
          property: query.slice(1).split('=')[0],
          constraints: { isWellFormed: expect.any(String) as unknown },
        },
      ])
    },
  )

  test.each([
    '?limit=%zz',
    '?limit=%ff',
    '?limit=%ed%a0%80',
    '?%00=1',
    '?__proto__=1&constructor=2',
    '?&&=&',
  ])('with a query that makes no sense is never a 500: %s', async (query) => {
    expect([200, 400]).toContain((await get(`/api-keys${query}`)).statusCode)
  })
})

describe('a body', () => {
  test.each(['{', ' ', 'name=hook', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', '\ufeff'])(
    'that is not JSON is 400: %j',
    async (payload) => {
      const response = await post(payload)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        statusCode: 400,
        message: "Body is not valid JSON but content-type is set to 'application/json'",
        error: 'Bad Request',
      })
    },
  )

  test.each(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])(
    'that reaches for the prototype of objects is 400: %s',
    async (payload) => {
      const response = await post(payload)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    },
  )

  test('that is not UTF-8 is 400, and nothing of it is guessed', async () => {
    const response = await post(Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      statusCode: 400,
      message: 'Body is not valid UTF-8',
      error: 'Bad Request',
    })
  })

  test('over 1 MiB is 413, and one of 1 MiB is read', async () => {
    const tooLarge = await post(ofLength(1024 * 1024 + 1))
    expect(tooLarge.statusCode).toBe(413)
    expect(tooLarge.json()).toEqual({
      statusCode: 413,
      message: 'Request body is too large',
      error: 'Payload Too Large',
    })
    const read = await post(ofLength(1024 * 1024))
    expect(read.statusCode).toBe(400)
    expect(read.json()).toContainEqual(expect.objectContaining({ property: 'name' }))
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'of the type %s is 415',
    async (contentType) => {
      const response = await post('{"name":"hook"}', contentType)
      expect(response.statusCode).toBe(415)
      expect(response.json()).toEqual({
        statusCode: 415,
        message: 'Unsupported Media Type',
        error: 'Unsupported Media Type',
      })
    },
  )

  test('of no type at all is 415', async () => {
    const request = { method: 'POST', url: '/webhooks', headers: person, payload: '{}' } as const
    expect((await service.app.inject(request)).statusCode).toBe(415)
  })

  test('of JSON with a charset is read', async () => {
    expect((await post('{}', 'application/json; charset=utf-8')).json()).toHaveLength(3)
  })

  test.each([
    ['', null],
    ['null', null],
    ['[]', []],
    ['"text"', 'text'],
    ['5', 5],
    ['true', true],
  ])('that is no object is said to be none: %j', async (payload, receivedValue) => {
    const response = await post(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([
      { property: '', constraints: { isObject: 'body must be an object' }, receivedValue },
    ])
  })

  test.each([
    ['"a\\u0000b"', 'a\0b'],
    ['"\\ud800"', '\ud800'],
    ['"\\udc00x"', '\udc00x'],
  ])('with text that cannot be stored is refused: %s', async (text, receivedValue) => {
    const response = await post(`{"name":${text},"url":"https://example.com","events":["job.failed"]}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([
      {
        property: 'name',
        constraints: { isWellFormed: 'name must be well-formed text without NUL characters' },
        receivedValue,
      },
    ])
  })

  test('with a key that cannot be stored is refused', async () => {
    const response = await post('{"a\\u0000":1}')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([
      { property: '', constraints: { isWellFormed: expect.any(String) as unknown } },
    ])
  })

  test('nested without end is refused', async () => {
    const response = await post(`{"events":${'['.repeat(400_000)}${']'.repeat(400_000)}}`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ constraints: { maxDepth: expect.any(String) as unknown } }])
  })

  test('with a hundred thousand mistakes gets an answer of moderate size', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, 1]))
    const response = await post(JSON.stringify(unknown))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toHaveLength(100)
  })
})

describe('a browser', () => {
  const preflight = { origin: 'https://dashboard.example', 'access-control-request-method': 'GET' }

  test('may call from nowhere unless an origin is named', async () => {
    const response = await service.app.inject({ method: 'OPTIONS', url: '/api-keys', headers: preflight })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('may call from the origins that are named, and from no other', async () => {
    const named = await broken.app.inject({ method: 'OPTIONS', url: '/api-keys', headers: preflight })
    expect(named.headers['access-control-allow-origin']).toBe('https://dashboard.example')
    const headers = { ...preflight, origin: 'https://other.example' }
    const other = await broken.app.inject({ method: 'OPTIONS', url: '/api-keys', headers })
    expect(other.headers['access-control-allow-origin']).not.toBe('https://other.example')
  })
})
