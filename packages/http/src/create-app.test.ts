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

test('a status that the contract does not know is 400 where the caller is at fault', async () => {
  const response = await open().inject({
    method: 'POST',
    url: '/things',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ error: 'Unsupported Media Type' })
})

test('a status that the contract does not know is 500 where the service is at fault', async () => {
  open().get('/failing', () => {
    throw new DomainError('bad_gateway', 'No answer')
  })
  const response = await app.inject('/failing')
  expect(response.statusCode).toBe(500)
})

test('a database that does not answer is 503 where the contract knows that, and tells nothing of it', async () => {
  open()
  const response = await failing(refused)
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ error: 'Service temporarily unavailable' })
})

test('a database that does not answer is 500 where the contract says nothing of 503', async () => {
  open({ errorForm: { ...shortForm, statuses: [400, 500] } })
  expect((await failing(refused)).statusCode).toBe(500)
})

test('a query that is wrong is 500, not 503', async () => {
  open()
  const response = await failing(Object.assign(new Error('syntax error'), { code: '42601' }))
  expect(response.statusCode).toBe(500)
})

test.each([
  [shortForm, 400, { error: 'Malformed request' }],
  [standardErrorForm, 400, { statusCode: 400, message: 'Malformed request', error: 'Bad Request' }],
])('what is no HTTP is answered in the form of the service', async (errorForm, status, body) => {
  await open({ errorForm }).listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('BREW / HTTP/1.1\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'close')
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual(body)
})

test('a malformed URL passes what hooks cannot see of it', async () => {
  open({
    async onBadUrl(_request, reply) {
      reply.header('x-seen', 'yes')
    },
  })
  const response = await app.inject('/things/%zz')
  expect(response.statusCode).toBe(400)
  expect(response.headers['x-seen']).toBe('yes')
})

test('what is thrown over a malformed URL is the answer', async () => {
  open({
    async onBadUrl() {
      throw new DomainError('not_found', 'Gone')
    },
  })
  const response = await app.inject('/things/%zz')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({ error: 'Gone' })
})

test('a parameter of the query that the route does not know is refused, and a credential is not', async () => {
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

test('no answer is kept by a cache or read as another type, unless its route says that it may be', async () => {
  open()
  app.get('/kept', (_request, reply) => reply.header('cache-control', 'max-age=60').send({}))
  for (const url of ['/things', '/nowhere', '/%zz'])
    expect((await app.inject({ method: 'POST', url })).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  expect((await app.inject('/kept')).headers['cache-control']).toBe('max-age=60')
})
