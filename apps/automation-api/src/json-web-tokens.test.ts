import { createJwtIssuer } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

const unauthorized = { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

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
    expect(response.json()).toEqual(unauthorized)
  })

  test('with another issuer’s signature is refused', async () => {
    const stranger = await createJwtIssuer({ hasOwnKey: true })
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
      expect(response.json()).toEqual(unauthorized)
    },
  )
})
