import { listRoutes } from '@waypost/http'
import type { InjectOptions } from 'fastify'
import { newId } from '@waypost/postgres'
import { createJwtIssuer } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scope, type Scope } from './api-keys/scopes.ts'
import { startTestApp, type TestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const personRoutes: [Method, string][] = [
  ['POST', '/api-keys'],
  ['GET', '/api-keys'],
  ['GET', '/api-keys/:id'],
  ['PATCH', '/api-keys/:id'],
  ['DELETE', '/api-keys/:id'],
  ['POST', '/webhooks'],
  ['GET', '/webhooks'],
  ['GET', '/webhooks/fallback-secret'],
  ['POST', '/webhooks/test-filter'],
  ['GET', '/event-types'],
  ['GET', '/webhooks/:id'],
  ['PATCH', '/webhooks/:id'],
  ['DELETE', '/webhooks/:id'],
  ['POST', '/webhooks/:id/test'],
  ['GET', '/webhooks/:id/deliveries'],
  ['POST', '/webhooks/:id/deliveries/:deliveryId/redeliver'],
  ['POST', '/webhooks/:id/recover'],
  ['POST', '/tokens/revoke'],
  ['GET', '/held-access'],
  ['POST', '/held-access/:id/keep'],
]
const keyRoutes: [Method, string, Scope][] = [
  ['POST', '/api/v1/automations', 'automation:write'],
  ['GET', '/api/v1/automations', 'automation:read'],
  ['GET', '/api/v1/automations/:id', 'automation:read'],
  ['PATCH', '/api/v1/automations/:id', 'automation:write'],
  ['DELETE', '/api/v1/automations/:id', 'automation:write'],
  ['GET', '/api/v1/automations/:id/status', 'automation:read'],
  ['POST', '/api/v1/automations/import', 'automation:write'],
  ['GET', '/api/v1/automations/:id/export', 'automation:read'],
  ['POST', '/api/v1/automations/:id/trigger', 'automation:execute'],
  ['POST', '/api/v1/automations/:id/validate', 'automation:execute'],
  ['POST', '/api/v1/automations/:id/stop', 'automation:execute'],
  ['POST', '/api/v1/executions/:id/resume', 'automation:execute'],
  ['POST', '/api/v1/executions/:id/live-view', 'automation:execute'],
  ['GET', '/api/v1/automations/:id/versions', 'automation:read'],
  ['GET', '/api/v1/automations/:id/versions/:version', 'automation:read'],
  ['POST', '/api/v1/automations/:id/versions/:version/restore', 'automation:write'],
  ['GET', '/api/v1/automations/:id/heals', 'automation:read'],
  ['GET', '/api/v1/heals', 'automation:read'],
  ['GET', '/api/v1/automations/:id/heals/:healId/pictures/:moment', 'automation:read'],
  ['POST', '/api/v1/automations/:id/heals/:healId/accept', 'automation:write'],
  ['POST', '/api/v1/automations/:id/heals/:healId/refuse', 'automation:write'],
  ['GET', '/api/v1/executions', 'automation:read'],
  ['GET', '/api/v1/executions/:id', 'automation:read'],
  ['GET', '/api/v1/executions/:id/events', 'automation:read'],
  ['GET', '/api/v1/executions/:id/failure', 'automation:read'],
  ['GET', '/api/v1/executions/:id/deliveries', 'automation:read'],
  ['GET', '/api/v1/executions/:id/variables', 'automation:execute'],
  ['GET', '/api/v1/executions/:id/steps/:number/screenshot', 'automation:read'],
  ['GET', '/api/v1/recordings', 'automation:read'],
  ['GET', '/api/v1/recordings/:id', 'automation:read'],
  ['GET', '/api/v1/recordings/:id/steps/:stepId/screenshot', 'automation:read'],
  ['DELETE', '/api/v1/recordings/:id', 'automation:write'],
  ['POST', '/api/v1/pipelines', 'pipeline:write'],
  ['GET', '/api/v1/pipelines', 'pipeline:read'],
  ['GET', '/api/v1/pipelines/:id', 'pipeline:read'],
  ['PATCH', '/api/v1/pipelines/:id', 'pipeline:write'],
  ['DELETE', '/api/v1/pipelines/:id', 'pipeline:write'],
  ['GET', '/api/v1/pipelines/:id/status', 'pipeline:read'],
  ['POST', '/api/v1/pipelines/:id/trigger', 'pipeline:execute'],
  ['POST', '/api/v1/pipelines/:id/stop', 'pipeline:execute'],
  ['GET', '/api/v1/pipeline-runs', 'pipeline:read'],
  ['GET', '/api/v1/pipeline-runs/:id', 'pipeline:read'],
  ['POST', '/api/v1/intents', 'automation:execute'],
  ['GET', '/api/v1/intents/:id', 'automation:execute'],
  ['GET', '/api/v1/executions/:id/artifacts', 'automation:read'],
  ['GET', '/api/v1/executions/:id/artifacts/:artifactId', 'automation:read'],
  ['GET', '/api/v1/sessions', 'automation:read'],
  ['DELETE', '/api/v1/sessions/:id', 'automation:write'],
  ['GET', '/api/v1/secrets', 'automation:read'],
  ['PUT', '/api/v1/secrets/:name', 'automation:write'],
  ['DELETE', '/api/v1/secrets/:name', 'automation:write'],
  ['GET', '/api/v1/files', 'automation:read'],
  ['GET', '/api/v1/files/:name', 'automation:read'],
  ['PUT', '/api/v1/files/:name', 'automation:write'],
  ['DELETE', '/api/v1/files/:name', 'automation:write'],
  ['GET', '/api/v1/audit-logs', 'audit:read'],
  ['GET', '/api/v1/account', 'automation:read'],
]
// Which of the two scopes is needed depends on the job or the schedule.
const jobRoutes: [Method, string][] = [
  ['POST', '/api/v1/schedules'],
  ['GET', '/api/v1/schedules'],
  ['GET', '/api/v1/schedules/:id'],
  ['GET', '/api/v1/schedules/:id/runs'],
  ['PATCH', '/api/v1/schedules/:id'],
  ['DELETE', '/api/v1/schedules/:id'],
  ['POST', '/api/v1/jobs/enqueue'],
  ['GET', '/api/v1/jobs/:id'],
  ['GET', '/api/v1/jobs/:id/deliveries'],
]
// A recording both writes an automation and performs its steps.
const recordingRoutes: [Method, string][] = [
  ['POST', '/api/v1/recordings'],
  ['POST', '/api/v1/recordings/:id/live-view'],
  ['POST', '/api/v1/recordings/:id/save'],
]
const issuerRoutes: [Method, string][] = [
  ['POST', '/notices/claim'],
  ['POST', '/notices/confirm'],
]
const operatorRoutes: [Method, string][] = [
  ['GET', '/admin/top-accounts'],
  ['GET', '/admin/accounts/:ownerId/limits'],
  ['PUT', '/admin/accounts/:ownerId/limits'],
]
// The signed address of a file, and of a run that was handed over, is its credential.
const openRoutes = [
  ...['/healthz', '/readyz', '/openapi.json', '/docs', '/artifacts', '/hand-over'].map(
    (path) => `GET ${path}`,
  ),
  'POST /hand-over',
]

const unauthorized = (message: string) => ({ statusCode: 401, message, error: 'Unauthorized' })

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const send = (method: Method, path: string, headers: Record<string, string> = {}, payload?: object) =>
  service.app.inject({
    method,
    url: path.replaceAll(/:(id|artifactId|healId|stepId)\b/g, newId),
    headers,
    ...(payload && { payload }),
  })

test('every route requires one of the two credentials, the issuer’s or the operator’s, except the health checks, the API reference and signed files', () => {
  const known = [
    ...personRoutes,
    ...keyRoutes,
    ...jobRoutes,
    ...recordingRoutes,
    ...issuerRoutes,
    ...operatorRoutes,
  ].map(([method, path]) => `${method} ${path}`)
  const found = listRoutes(service.app).filter((route) => !route.startsWith('GET /docs/'))
  expect(found.toSorted()).toEqual([...known, ...openRoutes].toSorted())
})

test.each(operatorRoutes)('%s %s refuses a JWT and an API key', async (method, path) => {
  for (const headers of [{}, await service.person('ada'), await service.key('ada', ...scope.options)])
    expect((await send(method, path, headers, method === 'PUT' ? {} : undefined)).statusCode).toBe(401)
})

describe('a route for people', () => {
  test.each(personRoutes)(
    '%s %s refuses a request without a JWT, even with an API key',
    async (method, path) => {
      const { 'x-api-key': rawKey } = await service.key('ada', ...scope.options)
      const refused = await Promise.all([
        send(method, path),
        send(method, path, { 'x-api-key': rawKey }),
        send(method, `${path}?apiKey=${rawKey}`),
        send(method, path, { authorization: `Bearer ${rawKey}` }),
      ])
      for (const response of refused) {
        expect(response.statusCode).toBe(401)
        expect(response.json()).toEqual(unauthorized('Unauthorized'))
      }
    },
  )

  test.each(recordingRoutes)(
    '%s %s refuses a key that may not both write and execute automations',
    async (method, path) => {
      expect((await send(method, path)).json()).toEqual(unauthorized('API Key is missing'))
      for (const missing of ['automation:write', 'automation:execute']) {
        const others = scope.options.filter((other) => other !== missing)
        expect((await send(method, path, await service.key('ada', ...others))).json()).toEqual({
          statusCode: 403,
          message: 'Insufficient permissions. Required scopes: automation:write, automation:execute',
          error: 'Forbidden',
        })
      }
    },
  )

  test('checks the credential before the body', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await service.app.inject({ method: 'POST', url: '/webhooks', headers, payload: '{' })
    expect(response.statusCode).toBe(401)
  })
})

const ask = (authorization: string) => service.app.inject({ url: '/api-keys', headers: { authorization } })
const now = () => Math.floor(Date.now() / 1000)

describe('a JWT', () => {
  test('of the issuer, for this audience, is accepted', async () => {
    expect((await ask(`Bearer ${await service.issuer.token('ada')}`)).statusCode).toBe(200)
  })

  test.each<[what: string, corrupt: () => Record<string, unknown>]>([
    ['has expired', () => ({ exp: now() - 1 })],
    ['never expires', () => ({ exp: undefined })],
    ['is of another issuer', () => ({ iss: 'https://issuer.example' })],
    ['names no issuer', () => ({ iss: undefined })],
    ['is for another audience', () => ({ aud: 'another' })],
    ['is for no audience', () => ({ aud: undefined })],
    ['has no subject', () => ({ sub: undefined })],
    ['has an empty subject', () => ({ sub: '' })],
    ['is not valid yet', () => ({ nbf: now() + 600 })],
    ['was signed with an unknown key', () => ({ kid: 'unknown' })],
  ])('that %s is refused', async (_what, corrupt) => {
    const response = await ask(`Bearer ${await service.issuer.token('ada', corrupt())}`)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual(unauthorized('Unauthorized'))
  })

  test('with another issuer’s signature is refused', async () => {
    const stranger = await createJwtIssuer()
    try {
      const token = await stranger.token('ada', { iss: service.issuer.issuer })
      expect((await ask(`Bearer ${token}`)).statusCode).toBe(401)
    } finally {
      await stranger.close()
    }
  })

  test.each(['none', 'HS256'])('that chooses the algorithm %s is refused', async (alg) => {
    const [, claims, signature] = (await service.issuer.token('ada')).split('.')
    const header = Buffer.from(JSON.stringify({ alg, kid: 'test', typ: 'JWT' })).toString('base64url')
    expect((await ask(`Bearer ${header}.${claims}.${alg === 'none' ? '' : signature}`)).statusCode).toBe(401)
  })

  test.each(['Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic YWRhOmFkYQ==', 'x'])(
    'is required: %j is refused',
    async (authorization) => {
      const response = await ask(authorization)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual(unauthorized('Unauthorized'))
    },
  )
})

describe('a route of the public API', () => {
  test.each(keyRoutes)('%s %s refuses a request without a key, even with a JWT', async (method, path) => {
    const person = await service.person('ada')
    for (const headers of [undefined, person]) {
      const response = await send(method, path, headers)
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual(unauthorized('API Key is missing'))
    }
    const response = await send(method, path, { 'x-api-key': person.authorization.slice('Bearer '.length) })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual(unauthorized('Invalid API Key'))
  })

  test.each(keyRoutes)('%s %s refuses a key that has every scope but %s', async (method, path, needed) => {
    const others = scope.options.filter((other) => other !== needed)
    const response = await send(method, path, await service.key('ada', ...others))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      statusCode: 403,
      message: `Insufficient permissions. Required scopes: ${needed}`,
      error: 'Forbidden',
    })
  })

  test.each(keyRoutes)('%s %s accepts a key with only the scope %s', async (method, path, needed) => {
    const response = await send(method, path, await service.key('ada', needed))
    expect([200, 400, 404]).toContain(response.statusCode)
  })

  test.each(jobRoutes)('%s %s refuses a key without any execute scope', async (method, path) => {
    expect((await send(method, path)).json()).toEqual(unauthorized('API Key is missing'))
    const others = scope.options.filter((other) => !other.endsWith(':execute'))
    const response = await send(method, path, await service.key('ada', ...others))
    expect(response.json()).toEqual({
      statusCode: 403,
      message: 'Insufficient permissions. Required scopes: automation:execute, pipeline:execute',
      error: 'Forbidden',
    })
  })

  test('checks the credential before the body', async () => {
    const request: InjectOptions = {
      method: 'POST',
      url: '/api/v1/automations',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    }
    expect((await service.app.inject(request)).statusCode).toBe(401)
    const headers = { ...request.headers, ...(await service.key('ada', 'audit:read')) }
    expect((await service.app.inject({ ...request, headers })).statusCode).toBe(403)
  })
})
