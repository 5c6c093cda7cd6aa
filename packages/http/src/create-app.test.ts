import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { App } from './app.ts'
import { createApp, type AppOptions } from './create-app.ts'
import type { ErrorForm } from './errors/error-form.ts'
import { DomainError } from './errors/domain-error.ts'
import { createLogger } from './observability/logger.ts'
import { standardErrorForm } from './errors/standard-error-form.ts'

const error = z.object({ error: z.string() })
const shortForm: ErrorForm = {
  error: (_status, message) => ({ error: message }),
  validation: () => ({ error: 'invalid' }),
  schemas: { error, validation: error },
  statuses: [400, 404, 413, 500, 503],
}

let app: App
afterEach(() => app.close())

function open(options: Partial<AppOptions> = {}): App {
  app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm: shortForm,
    trustProxy: false,
    corsOrigins: [],
    ...options,
  })
  app.post('/things', () => ({}))
  return app
}

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
const failing = (cause: Error) => {
  app.get('/failing', () => {
    throw new Error('a query failed', { cause })
  })
  return app.inject('/failing')
}

test('a client error with a status outside the contract becomes a 400', async () => {
  const response = await open().inject({
    method: 'POST',
    url: '/things',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ error: 'Unsupported Media Type' })
})

test('a server error with a status outside the contract becomes a 500', async () => {
  open().get('/failing', () => {
    throw new DomainError('bad_gateway', 'No answer')
  })
  const response = await app.inject('/failing')
  expect(response.statusCode).toBe(500)
})

test('an unavailable database is a 503 where the contract has one, without internals in the error', async () => {
  open()
  const response = await failing(refused)
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ error: 'Service temporarily unavailable' })
})

test('an unavailable database is a 500 where the contract has no 503', async () => {
  open({ errorForm: { ...shortForm, statuses: [400, 500] } })
  expect((await failing(refused)).statusCode).toBe(500)
})

test('a query with an error is a 500, not a 503', async () => {
  open()
  const response = await failing(Object.assign(new Error('syntax error'), { code: '42601' }))
  expect(response.statusCode).toBe(500)
})

test.each([
  [shortForm, 400, { error: 'Malformed request' }],
  [standardErrorForm, 400, { statusCode: 400, message: 'Malformed request', error: 'Bad Request' }],
])(
  'a request that is not valid HTTP gets an error in the service’s form',
  async (errorForm, status, body) => {
    await open({ errorForm }).listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('BREW / HTTP/1.1\r\n\r\n')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    await once(socket, 'close')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual(body)
    expect(answer).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/)
  },
)

test('a malformed URL is passed to onBadUrl, since hooks do not see it', async () => {
  open({
    async onBadUrl(_request, reply) {
      reply.header('x-seen', 'yes')
    },
  })
  const response = await app.inject('/things/%zz')
  expect(response.statusCode).toBe(400)
  expect(response.headers['x-seen']).toBe('yes')
})

test('an error thrown by onBadUrl is the response to a malformed URL', async () => {
  open({
    async onBadUrl() {
      throw new DomainError('not_found', 'Gone')
    },
  })
  const response = await app.inject('/things/%zz')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({ error: 'Gone' })
})

test('an unknown query parameter is refused, and a credential is not', async () => {
  open({ errorForm: standardErrorForm })
  const querystring = z.object({ limit: z.string().optional() })
  app.get('/listed', { schema: { querystring, response: { 200: z.object({}) } } }, () => ({}))
  app.get('/single', { schema: { response: { 200: z.object({}) } } }, () => ({}))
  const statuses = async (...urls: string[]) =>
    Promise.all(urls.map(async (url) => (await app.inject(url)).statusCode))
  expect(await statuses('/listed?limit=1', '/listed?apiKey=x', '/single?apiKey=x')).toEqual([200, 200, 200])
  expect(await statuses('/listed?limit=1&ofset=2', '/single?limit=1', '/single?toString=1')).toEqual([
    400, 400, 400,
  ])
  expect((await app.inject('/listed?ofset=2')).json()).toEqual([
    {
      property: 'ofset',
      constraints: { whitelistValidation: 'ofset should not exist' },
      receivedValue: '2',
    },
  ])
})

test('responses are neither cached nor sniffed, unless their route allows it', async () => {
  open()
  app.get('/kept', (_request, reply) => reply.header('cache-control', 'max-age=60').send({}))
  for (const url of ['/things', '/nowhere', '/%zz'])
    expect((await app.inject({ method: 'POST', url })).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  expect((await app.inject('/kept')).headers['cache-control']).toBe('max-age=60')
})

test('every response has the id of its request in the log, or that of the service that it is passed on from', async () => {
  const seen: string[] = []
  open()
  app.addHook('onRequest', async (request) => void seen.push(request.id))
  app.get('/passed-on', (_request, reply) => reply.header('x-request-id', 'of-a-service').send({}))
  const ask = async (url: string) => (await app.inject({ method: 'POST', url })).headers['x-request-id']
  expect([await ask('/things'), await ask('/nowhere')]).toEqual(seen)
  expect(await ask('/%zz')).toMatch(/^[\da-f-]{36}$/)
  expect((await app.inject('/passed-on')).headers['x-request-id']).toBe('of-a-service')
})
