import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LimitedAccount } from './account.ts'
import { limitRanges } from './limits.ts'
import { automation, openAccounts, operator } from './test-accounts.ts'

const { bed, openAccount, setLimits } = openAccounts()
const webhook = { name: 'one', url: 'https://hooks.example/', events: ['automation.completed'] }

const payloadFor = async (name: string, { post }: Awaited<ReturnType<typeof openAccount>>) => {
  if (name !== 'pipelines') return name === 'automations' ? automation : webhook
  const { id } = (await post('/api/v1/automations', automation)).json<{ id: string }>()
  return { name: 'one', automationIds: [id] }
}

describe('an amount that an account has', () => {
  const amounts: [name: 'automations' | 'pipelines' | 'webhooks', url: string][] = [
    ['automations', '/api/v1/automations'],
    ['pipelines', '/api/v1/pipelines'],
    ['webhooks', '/webhooks'],
  ]

  test.each(amounts)('%s over the limit are refused, by name and with what is used', async (name, url) => {
    const account = await openAccount()
    await setLimits(account.ownerId, { [name]: 2 })
    const payload = await payloadFor(name, account)
    for (let count = 0; count < 2; count += 1) expect((await account.post(url, payload)).statusCode).toBe(201)
    const refused = await account.post(url, payload)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({
      statusCode: 403,
      error: 'Forbidden',
      message: `Limit reached: 2 of 2 ${name} are used, and the limit does not reset: delete some first`,
    })
    expect((await account.shown()).limits[name]).toEqual({ used: 2, limit: 2, resetsAt: null })
  })

  test.each(amounts)(
    'of twenty concurrent requests to two replicas with room for one of the %s, exactly one succeeds',
    async (name, url) => {
      const account = await openAccount()
      const payload = await payloadFor(name, account)
      await account.post(url, payload)
      await setLimits(account.ownerId, { [name]: 2 })
      const asked = Array.from({ length: 20 }, (_, index) => account.post(url, payload, (index % 2) as 0 | 1))
      const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 403)])
      expect((await account.shown()).limits[name].used).toBe(2)
    },
  )

  test('has room again once one was deleted', async () => {
    const { ownerId, key, post } = await openAccount()
    await setLimits(ownerId, { automations: 1 })
    const { id } = (await post('/api/v1/automations', automation)).json<{ id: string }>()
    expect((await post('/api/v1/automations', automation)).statusCode).toBe(403)
    await bed.service.app.inject({ method: 'DELETE', url: `/api/v1/automations/${id}`, headers: key })
    expect((await post('/api/v1/automations', automation)).statusCode).toBe(201)
  })

  test('stays when its limit is lowered, and nothing is added to it', async () => {
    const { ownerId, post, shown } = await openAccount()
    for (let count = 0; count < 3; count += 1) await post('/api/v1/automations', automation)
    await setLimits(ownerId, { automations: 1 })
    expect((await shown()).limits.automations).toEqual({ used: 3, limit: 1, resetsAt: null })
    const refused = await post('/api/v1/automations', automation)
    expect(refused.json()).toMatchObject({
      message: 'Limit reached: 3 of 1 automations are used, and the limit does not reset: delete some first',
    })
  })

  test('is also kept by imports of recordings', async () => {
    const { ownerId, post } = await openAccount()
    await setLimits(ownerId, { automations: 0 })
    const recording = { title: 'one', steps: [{ type: 'navigate', url: 'https://shop.example/' }] }
    expect((await post('/api/v1/automations/import', recording)).statusCode).toBe(403)
  })
})

test('a pipeline with more automations than its owner may put into one is refused, when made and when changed', async () => {
  const { ownerId, key, post, shown } = await openAccount()
  await setLimits(ownerId, { pipelineMembers: 1 })
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1)
    ids.push((await post('/api/v1/automations', automation)).json<{ id: string }>().id)
  const message =
    'Limit reached: a pipeline may have 1 automations, and this one has 2; the limit does not reset'
  const made = await post('/api/v1/pipelines', { name: 'two', automationIds: ids })
  expect([made.statusCode, made.json<{ message: string }>().message]).toEqual([403, message])
  const { id } = (await post('/api/v1/pipelines', { name: 'one', automationIds: [ids[0]] })).json<{
    id: string
  }>()
  const changed = await bed.service.app.inject({
    method: 'PATCH',
    url: `/api/v1/pipelines/${id}`,
    headers: key,
    payload: { automationIds: ids },
  })
  expect([changed.statusCode, changed.json<{ message: string }>().message]).toEqual([403, message])
  expect((await shown()).limits.pipelineMembers).toEqual({ used: 1, limit: 1, resetsAt: null })
})

describe('versions of an automation', () => {
  test('are kept in the number that is the account’s own, and other accounts’ are not dropped', async () => {
    const [limited, other] = [await openAccount(), await openAccount()]
    await setLimits(limited.ownerId, { versionsKept: 2 })
    for (const { key, post, shown } of [limited, other]) {
      const { id } = (await post('/api/v1/automations', automation)).json<{ id: string }>()
      for (const name of ['two', 'three'])
        await bed.service.app.inject({
          method: 'PATCH',
          url: `/api/v1/automations/${id}`,
          headers: key,
          payload: { name },
        })
      const used = key === limited.key ? 2 : 3
      expect((await shown()).limits.versionsKept).toMatchObject({ used })
    }
  })
})

describe('requests', () => {
  test('over the number that is the account’s own are refused, and the account tells when that resets', async () => {
    const { ownerId, key, shown } = await openAccount()
    await setLimits(ownerId, { requestsPerMinute: 2 })
    const first = await shown()
    expect(first.limits.requestsPerMinute).toMatchObject({ used: 1, limit: 2 })
    expect(Date.parse(first.limits.requestsPerMinute.resetsAt!)).toBeGreaterThan(0)
    await shown()
    // The minute may have ended in between: two of its requests at most are not refused.
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => bed.service.app.inject({ url: '/api/v1/account', headers: key })),
    )
    expect(statuses.map(({ statusCode }) => statusCode)).toContain(429)
    expect(statuses.at(-1)!.headers['ratelimit-policy']).toBe('"requests";q=2;w=60')
  })
})

describe('the operator', () => {
  test('sees an account’s limits, and sets its own ones as a whole', async () => {
    const ownerId = randomUUID()
    const url = `/admin/accounts/${ownerId}/limits`
    const usual = (await bed.service.app.inject({ url, headers: operator })).json<LimitedAccount>()
    expect(usual.limits.automations).toEqual({ used: 0, limit: 500, resetsAt: null })
    expect(Object.values(usual.ownLimits)).toEqual(Object.keys(limitRanges).map(() => null))
    const raised = await setLimits(ownerId, { automations: 7, webhooks: 8 })
    expect(raised.ownLimits).toMatchObject({ automations: 7, webhooks: 8, pipelines: null })
    expect(raised.limits).toMatchObject({ automations: { limit: 7 }, webhooks: { limit: 8 } })
    const replaced = await setLimits(ownerId, { webhooks: null, pipelines: 3 })
    expect(replaced.ownLimits).toMatchObject({ automations: null, webhooks: null, pipelines: 3 })
    expect(replaced.limits.automations.limit).toBe(500)
    expect((await bed.service.app.inject({ url, headers: operator })).json()).toEqual(replaced)
  })

  test('is nobody without the token, and an account cannot set its own limits', async () => {
    const { ownerId, key, person } = await openAccount()
    for (const headers of [{}, key, person, { authorization: 'Bearer the operator of the test' }])
      for (const method of ['GET', 'PUT'] as const) {
        const url = `/admin/accounts/${ownerId}/limits`
        const refused = await bed.service.app.inject({
          method,
          url,
          headers,
          ...(method === 'PUT' && { payload: {} }),
        })
        expect(refused.statusCode).toBe(401)
      }
  })

  test('has no routes where no token is set', async () => {
    const answer = await bed.replicas[1].inject({ url: '/admin/accounts/ada/limits', headers: operator })
    expect(answer.statusCode).toBe(404)
  })

  test.each([
    { automations: -1 },
    { versionsKept: 0 },
    { webhooks: 1.5 },
    { pipelineMembers: 51 },
    { other: 1 },
  ])('is refused %j', async (payload) => {
    const url = '/admin/accounts/ada/limits'
    const refused = await bed.service.app.inject({ method: 'PUT', url, headers: operator, payload })
    expect(refused.statusCode).toBe(400)
  })
})

test('the account shows no other account’s use, and needs the scope to read automations', async () => {
  const [one, other] = [await openAccount(), await openAccount()]
  await one.post('/api/v1/automations', automation)
  expect(await other.shown()).toMatchObject({ id: other.ownerId, limits: { automations: { used: 0 } } })
  const headers = await bed.service.key(one.ownerId, 'pipeline:read')
  expect((await bed.service.app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(403)
})
