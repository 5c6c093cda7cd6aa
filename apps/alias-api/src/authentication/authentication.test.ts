import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, testAdminToken, type TestApp } from '../testing/test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const readAccount = (headers: Record<string, string> = {}) =>
  service.app.inject({ url: '/api/v1/account', headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the public API', () => {
  test('a request without a credential is refused as missing its key', async () => {
    const response = await readAccount()
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ error: 'API key is missing' })
  })

  test.each([
    `jm_live_${'0'.repeat(48)}`,
    `jm_test_${'0'.repeat(48)}`,
    'jm_live_',
    'jm_beta_0000',
    `gfac_${'0'.repeat(48)}`,
    'a.b.c',
    'x',
  ])('refuses %s as an invalid key', async (token) => {
    const response = await readAccount(bearer(token))
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ error: 'Invalid API key' })
  })

  test.each(['x-api-key', 'cookie', 'api-key'])('ignores a key in the header %s', async (header) => {
    const { authorization } = await service.key('ada')
    expect((await readAccount({ [header]: authorization.slice('Bearer '.length) })).statusCode).toBe(401)
  })

  test('ignores a key in the query string', async () => {
    const { authorization } = await service.key('ada')
    const url = `/api/v1/account?apiKey=${authorization.slice('Bearer '.length)}`
    expect((await service.app.inject({ url })).statusCode).toBe(401)
  })

  test('refuses a key whose prefix names the wrong mode', async () => {
    const { authorization } = await service.key('ada', { mode: 'test' })
    expect((await readAccount({ authorization })).statusCode).toBe(200)
    const live = authorization.replace('jm_test_', 'jm_live_')
    expect((await readAccount({ authorization: live })).statusCode).toBe(401)
  })

  test("accepts the dashboard's JWT on every plan", async () => {
    const response = await readAccount(await service.person('newcomer'))
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ data: { id: 'newcomer', plan: 'free' } })
  })

  test.each(['a\0b', 'x'.repeat(256), 'añb'])('refuses a JWT whose subject is %j', async (sub) => {
    const token = await service.issuer.token('ada', { sub })
    const response = await readAccount(bearer(token))
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ error: 'Invalid API key' })
  })

  test('refuses a JWT of another issuer', async () => {
    const token = await service.issuer.token('ada', { iss: 'https://issuer.example' })
    expect((await readAccount(bearer(token))).statusCode).toBe(401)
  })
})

describe('the plan', () => {
  test.each(['free', 'pro'] as const)(
    'the plan %s closes the API to keys with the next request, and Business opens it again',
    async (plan) => {
      const key = await service.key('grace')
      expect((await readAccount(key)).statusCode).toBe(200)
      await service.plan('grace', plan)
      const refused = await readAccount(key)
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toEqual({ error: 'The API requires the Business plan' })
      await service.plan('grace', 'business')
      expect((await readAccount(key)).statusCode).toBe(200)
    },
  )

  test.each([
    ['free', null, 86_400, false],
    ['pro', null, 604_800, false],
    ['business', 1_000_000, 2_592_000, true],
  ] as const)(
    'the plan %s is shown with its limits',
    async (plan, requestsPerMinute, seconds, customDomains) => {
      await service.plan('linus', plan)
      const response = await readAccount(await service.person('linus'))
      expect(response.json()).toMatchObject({
        data: {
          id: 'linus',
          email: 'linus@example.com',
          plan,
          limits: {
            requestsPerMinute,
            minTtlSeconds: 60,
            defaultTtlSeconds: seconds,
            maxTtlSeconds: seconds,
            customDomains,
          },
        },
      })
    },
  )

  test('the plan stays when the account signs in with another e-mail', async () => {
    await service.plan('ken', 'pro')
    const token = await service.issuer.token('ken', { email: 'ken@new.example' })
    expect((await readAccount(bearer(token))).json()).toMatchObject({
      data: { email: 'ken@new.example', plan: 'pro' },
    })
  })
})

const put = (ownerId: string, payload: object, headers: Record<string, string> = bearer(testAdminToken)) =>
  service.app.inject({ method: 'PUT', url: `/admin/accounts/${ownerId}/plan`, headers, payload })

describe('PUT /admin/accounts/:ownerId/plan', () => {
  test("sets an account's plan, also before the account first signs in", async () => {
    const ownerId = newId()
    const response = await put(ownerId, { plan: 'business' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ data: { id: ownerId, plan: 'business' } })
    expect((await readAccount(await service.person(ownerId))).json()).toMatchObject({
      data: { plan: 'business' },
    })
  })

  test('only the operator can set a plan', async () => {
    const strangers = [{}, bearer('x'), await service.person('ada'), await service.key('ada')]
    for (const headers of strangers) {
      const response = await put('ada', { plan: 'business' }, { ...headers })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({ error: 'Unauthorized' })
    }
  })

  test.each([{ plan: 'gold' }, {}, { plan: 'pro', until: 'tomorrow' }])(
    'setting a plan refuses %j',
    async (payload) => {
      expect((await put('ada', payload)).statusCode).toBe(400)
    },
  )
})

describe('key management', () => {
  test('key management refuses an API key, whatever its scopes', async () => {
    const key = await service.key('ada')
    for (const headers of [{}, key, bearer('x')]) {
      const response = await service.app.inject({ url: '/api-keys', headers: { ...headers } })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({ error: 'Unauthorized' })
    }
  })
})
