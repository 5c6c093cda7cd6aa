import { listRoutes } from '@waypost/http'
import type { InjectOptions } from 'fastify'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scope } from './api-keys/scopes.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import {
  issuerRoutes,
  jobRoutes,
  keyRoutes,
  openRoutes,
  operatorRoutes,
  personRoutes,
  recordingRoutes,
  type Method,
} from './test-routes.ts'

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
