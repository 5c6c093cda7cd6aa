import { sql } from 'drizzle-orm'
import type { App } from '@waypost/http'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { deleteEndedWindows } from './delete-ended-windows.ts'
import { ask as askApp, limits, type Request, type LimitedResponse } from './test-limits.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp({ limits })
})
afterAll(() => service.close())
beforeEach(() => service.empty())

const ask = (request: Request = {}, app: App = service.app) => askApp(request, app)
const execute = (statement: string) => service.database.connectAsOwner().db.execute(sql.raw(statement))
const letMinutePass = () => execute(`update alias.rate_limits set ends_at = ends_at - interval '1 minute'`)
const watchQueries = () =>
  vi.spyOn((service.services.db as unknown as { $client: { query(): unknown } }).$client, 'query')

/** Expects exactly the limit to be let through in each minute that the responses fall into. */
function expectExactly(limit: number, answers: LimitedResponse[]): void {
  for (const inMinute of Map.groupBy(answers, ({ reset }) => reset).values()) {
    const passed = inMinute.filter(({ status }) => status === 200)
    expect(passed).toHaveLength(Math.min(limit, inMinute.length))
    const remaining = passed.map((each) => each.remaining).toSorted((one, other) => other - one)
    expect(remaining).toEqual(passed.map((_, index) => limit - 1 - index))
  }
}

test('all processes and all keys of an account share one limit, to the request', async () => {
  const apps = [service.app, await service.openReplica(), await service.openReplica()]
  const keys = [await service.key('ada'), await service.key('ada', { mode: 'test' })]
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, index) => ask({ headers: keys[index % 2]! }, apps[index % 3])),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20)
  expectExactly(20, answers)
})

test('a request over the limit is a 429 that says when to retry', async () => {
  const headers = await service.key('ada')
  const askedAt = Date.now() / 1000
  const answers = await Promise.all(Array.from({ length: 45 }, () => ask({ headers })))
  const answeredAt = Date.now() / 1000
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toEqual({ error: 'Rate limit exceeded' })
  expect(refused).toMatchObject({ limit: 20, remaining: 0 })
  expect(refused.reset % 60).toBe(0)
  expect(refused.retryAfter).toBeGreaterThanOrEqual(1)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  expect(refused.retryAfter).toBeGreaterThan(refused.reset - answeredAt - 2)
  expect(refused.retryAfter).toBeLessThan(refused.reset - askedAt + 2)
})

test('the limit resets with the next minute', async () => {
  const headers = await service.key('ada')
  await Promise.all(Array.from({ length: 45 }, () => ask({ headers })))
  await letMinutePass()
  expect(await ask({ headers })).toMatchObject({ status: 200, remaining: 19 })
})

test('a minute that another process has begun is not begun again', async () => {
  const headers = await service.key('ada')
  await ask({ headers })
  await execute(`update alias.rate_limits set ends_at = ends_at + interval '1 minute', used = 20`)
  expect(await ask({ headers })).toMatchObject({ status: 429, remaining: 0 })
})

test('one account does not use up the limit of another', async () => {
  const [ada, grace] = [await service.key('ada'), await service.key('grace')]
  await Promise.all(Array.from({ length: 45 }, () => ask({ headers: ada })))
  expect(await ask({ headers: grace })).toMatchObject({ status: 200, remaining: 19 })
})

test('the dashboard has a limit of its own', async () => {
  const person = await service.person('ada')
  const before = await ask({ headers: person })
  expect(before).toMatchObject({ status: 200, limit: 30 })
  const key = await service.key('ada')
  await Promise.all(Array.from({ length: 45 }, () => ask({ headers: key })))
  expect((await ask({ headers: person })).status).toBe(200)
  expectExactly(
    30,
    await Promise.all(
      Array.from({ length: 70 }, () => service.person('grace').then((headers) => ask({ headers }))),
    ),
  )
})

const from = (remoteAddress: string, headers = {}) =>
  Promise.all(Array.from({ length: 25 }, () => ask({ remoteAddress, headers })))
const statuses = (answers: LimitedResponse[]) => new Set(answers.map(({ status }) => status))

describe('an unauthenticated request', () => {
  const unknown = { authorization: `Bearer jm_live_${'0'.repeat(48)}` }

  test.each([
    ['nothing', {}],
    ['an unknown key', unknown],
    ['a malformed JWT', { authorization: 'Bearer a.b.c' }],
  ])('a request with %s counts against its IP address', async (_what, headers) => {
    expect(statuses(await from('198.51.100.7', headers))).toEqual(new Set([401, 429]))
    expect(await ask({ remoteAddress: '198.51.100.8', headers })).toMatchObject({ status: 401, limit: 10 })
  })

  test('an IPv6 /64 shares one limit for unauthenticated requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => ask({ remoteAddress: `2001:db8:1:2::${index + 1}` })),
    )
    expect(statuses(answers)).toEqual(new Set([401, 429]))
    expect((await ask({ remoteAddress: '2001:db8:1:3::1' })).status).toBe(401)
  })

  test('an unauthenticated request does not count against any account', async () => {
    const headers = await service.key('ada')
    await from('127.0.0.1', unknown)
    expect(await ask({ headers })).toMatchObject({ status: 200, remaining: 19 })
  })
})

test('ended windows are deleted, and current ones are not', async () => {
  const headers = await service.key('ada')
  await ask()
  await letMinutePass()
  await letMinutePass()
  await letMinutePass()
  await ask({ headers })
  const buckets = async () =>
    (await service.database.connectAsOwner().db.execute(sql`select bucket from alias.rate_limits`)).rows
  expect(await buckets()).toHaveLength(3)
  expect(await deleteEndedWindows(service.services, 1)).toBe(1)
  expect(await deleteEndedWindows(service.services)).toBe(1)
  expect(await deleteEndedWindows(service.services)).toBe(0)
  expect(await buckets()).toEqual([{ bucket: 'keys:ada' }])
})

describe('the cost of admission', () => {
  test('one statement checks credential, plan and limit together', async () => {
    const headers = await service.key('ada')
    await ask({ headers })
    // Batched writes of the first request come a second later, which may be now.
    await waitFor('what the first request leaves behind', async () => {
      const { rowCount } = await execute(`
        select from alias.audit_logs log join alias.api_keys key on key.id = log.key_id where last_used_at is not null
      `)
      return rowCount! > 0
    })
    const queries = watchQueries()
    // The other statement reads the domains for the response.
    await ask({ headers, url: '/api/v1/platform-domains' })
    expect(queries).toHaveBeenCalledTimes(2)
    queries.mockClear()
    await ask({ headers, url: '/api/v1/nothing' })
    expect(queries).toHaveBeenCalledTimes(1)
    queries.mockRestore()
  })

  test('requests that arrive together share the statement', async () => {
    const headers = await Promise.all(['ada', 'grace', 'linus', 'ken'].map((name) => service.key(name)))
    const queries = watchQueries()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask({ headers: headers[index % 4]!, url: '/api/v1/nothing' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 404))
    expect(queries.mock.calls.length).toBeLessThan(20)
    queries.mockRestore()
  })
})
