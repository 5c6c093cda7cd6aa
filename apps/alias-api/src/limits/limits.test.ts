import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, testAdminToken, type TestApp } from '../testing/test-app.ts'
import { installPlanLimits } from './install-plan-limits.ts'
import { parsePlanLimits } from './parse-plan-limits.ts'

let service: TestApp
let key: { authorization: string }
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  key = await service.key('ada')
})
afterEach(() => service.empty())

const post = (path: string, payload: object, headers = key) =>
  service.app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload })
const limit = (limits: object) =>
  service.app.inject({
    method: 'PUT',
    url: '/admin/accounts/ada/limits',
    headers: { authorization: `Bearer ${testAdminToken}` },
    payload: limits,
  })
const usage = async (headers = key) =>
  (await service.app.inject({ url: '/api/v1/account', headers })).json<{
    data: { usage: Record<string, { used: number; limit: number }> }
  }>().data.usage

const kinds = [
  [
    'webhooks',
    'Webhook',
    'webhooks',
    (n: number) => ({ url: `https://example.net/${n}`, events: ['email.received'] }),
  ],
  ['addresses', 'Alias', 'addresses', () => ({})],
  [
    'forwardingAddresses',
    'Forwarding address',
    'forwarding-addresses',
    (n: number) => ({ email: `me${n}@example.net` }),
  ],
  ['domains', 'Domain', 'domains', (n: number) => ({ domain: `example${n}.dev` })],
] as const

describe('a limit on an amount', () => {
  test.each(kinds)(
    'refuses one more of %s with the limit and what is used',
    async (name, word, path, body) => {
      await limit({ [name]: 1 })
      expect((await post(path, body(1))).statusCode).toBe(201)
      const refused = await post(path, body(2))
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { error: `${word} limit reached: 1 of 1 used. It does not reset: delete one first.` },
      ])
      expect((await usage())[name]).toEqual({ used: 1, limit: 1 })
    },
  )

  test.each(kinds)(
    'lets exactly one of many simultaneous requests for the last of %s pass',
    async (name, _word, path, body) => {
      await limit({ [name]: 2 })
      expect((await post(path, body(0))).statusCode).toBe(201)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => post(path, body(index + 1))))
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 403)])
    },
  )

  test('counts the live and the test data of an account together, and nobody else’s', async () => {
    const testKey = await service.key('ada', { mode: 'test' })
    const bob = await service.key('bob')
    await limit({ addresses: 1 })
    expect((await post('addresses', {}, testKey)).statusCode).toBe(201)
    expect((await post('addresses', {})).statusCode).toBe(403)
    expect((await post('addresses', {}, bob)).statusCode).toBe(201)
  })

  test('leaves the place of what was deleted free', async () => {
    await limit({ addresses: 1 })
    const { id } = (await post('addresses', {})).json<{ data: { id: string } }>().data
    await service.app.inject({ method: 'DELETE', url: `/api/v1/addresses/${id}`, headers: key })
    expect((await post('addresses', {})).statusCode).toBe(201)
  })
})

const everyPlan = (of: number) => ({ free: of, pro: of, business: of })

describe('limits by plan', () => {
  test('are those that the operator has configured last', async () => {
    const [amounts, before] = [everyPlan(7), await usage()]
    expect(before['webhooks']).toEqual({ used: 0, limit: 100 })
    const installed = {
      webhooks: amounts,
      addresses: amounts,
      domains: amounts,
      forwardingAddresses: amounts,
    }
    const plans = {
      ...installed,
      recipientsPerDay: everyPlan(20),
      storedBytes: everyPlan(1024 ** 3),
      subdomains: amounts,
      addressesByRulePerHour: amounts,
    }
    await installPlanLimits(service.services, plans)
    expect((await usage())['webhooks']).toEqual({ used: 0, limit: 7 })
    await installPlanLimits(service.services, { ...plans, webhooks: { free: 1, pro: 2, business: 3 } })
    expect((await usage())['webhooks']).toEqual({ used: 0, limit: 3 })
  })

  test('are configured as one number for each plan, or one for all', () => {
    expect(parsePlanLimits('free:20, pro: 500 ,business:5000')).toEqual({
      free: 20,
      pro: 500,
      business: 5000,
    })
    expect(parsePlanLimits('100')).toEqual(everyPlan(100))
    for (const text of [
      '',
      'many',
      'free:1',
      'free:1, pro:2',
      'free:1, pro:2, gold:3',
      '1, 2, 3',
      'free:-1, pro:1, business:1',
    ])
      expect(() => parsePlanLimits(text), text).toThrow('must be a number, or one for each plan')
  })
})
