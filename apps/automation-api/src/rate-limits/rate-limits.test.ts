import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAutomationApp } from '../app.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createLogger, type App } from '@waypost/http'
import { pruneRateLimits } from './prune-rate-limits.ts'

let service: TestApp
let replicas: App[]
const limit = 5

beforeAll(async () => {
  service = await startTestApp()
  replicas = await Promise.all([1, 2].map(openReplica))
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()))
  await service.close()
})
beforeEach(() => minuteBegins())

async function openReplica(): Promise<App> {
  const app = createAutomationApp({
    services: { ...service.services, limits: { ...service.services.limits, requestsPerMinute: limit } },
    jwt: service.issuer,
    adminToken: undefined,
    logger: createLogger('test', 'silent'),
    trustProxy: false,
    corsOrigins: [],
  })
  await app.ready()
  return app
}

/** Begins a window that lasts longer than any test, because the database's clock cannot be set. */
async function minuteBegins(): Promise<void> {
  await service.database.connectAsOwner().db.execute(sql`
    delete from automation.rate_limits;
    insert into automation.rate_limits (bucket, used, ends_at)
    select kind || owner, 0, now() + interval '1 hour'
    from unnest(array['keys:', 'person:']) kind, unnest(array['ada', 'bob']) owner`)
}

const ask = (headers: Record<string, string>, replica = replicas[0]!, url = '/api/v1/automations') =>
  replica.inject({ url, headers })

test('every response to an account shows its requests per minute and the remaining ones', async () => {
  const key = await service.key('ada', 'automation:read')
  expect((await ask(key)).headers).toMatchObject({
    'ratelimit-policy': '"requests";q=5;w=60',
    ratelimit: '"requests";r=4;t=3600',
  })
  const missing = await ask(key, replicas[0], '/api/v1/automations/00000000-0000-7000-8000-000000000000')
  expect(missing.statusCode).toBe(404)
  expect(missing.headers['ratelimit']).toBe('"requests";r=3;t=3600')
})

test('the first request over the limit is refused, with the time at which to retry', async () => {
  const key = await service.key('ada', 'automation:read')
  for (let count = 0; count < limit; count += 1) expect((await ask(key)).statusCode).toBe(200)
  const refused = await ask(key)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: 'Rate limit exceeded: 5 requests a minute; all are used, and the limit resets in 3600 s',
  })
  expect(refused.headers).toMatchObject({ 'retry-after': '3600', ratelimit: '"requests";r=0;t=3600' })
})

test('the keys of an account share its limit over all replicas, and concurrent requests are each counted', async () => {
  const keys = await Promise.all([1, 2].map(() => service.key('ada', 'automation:read')))
  const asked = Array.from({ length: 12 }, (_, index) => ask(keys[index % 2]!, replicas[(index >> 1) % 2]))
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit)
  expect(statuses.filter((status) => status === 429)).toHaveLength(12 - limit)
})

test('another account, and the owner in the dashboard, have limits of their own', async () => {
  const key = await service.key('ada', 'automation:read')
  for (let count = 0; count <= limit; count += 1) await ask(key)
  expect((await ask(key)).statusCode).toBe(429)
  expect((await ask(await service.key('bob', 'automation:read'))).statusCode).toBe(200)
  expect((await ask(await service.person('ada'), replicas[0], '/api-keys')).statusCode).toBe(200)
})

test('a new minute has the full limit again', async () => {
  const key = await service.key('ada', 'automation:read')
  for (let count = 0; count <= limit; count += 1) await ask(key)
  await service.database.connectAsOwner().db.execute(sql`
    update automation.rate_limits set ends_at = now() - interval '1 second'`)
  const { statusCode, headers } = await ask(key)
  expect([statusCode, headers['ratelimit']]).toEqual([200, expect.stringMatching(/^"requests";r=4;t=\d+$/)])
})

test('a request without a valid credential is not counted', async () => {
  const refused = await ask({ 'x-api-key': 'gfac_unknown' })
  expect(refused.statusCode).toBe(401)
  expect(refused.headers).not.toHaveProperty('ratelimit')
})

test('the counts of minutes that have ended are pruned', async () => {
  await service.database.connectAsOwner().db.execute(sql`
    update automation.rate_limits set ends_at = now() - interval '2 minutes' where bucket like '%:ada'`)
  await pruneRateLimits(service.services)
  const { rows } = await service.services.db.execute(
    sql`select bucket from automation.rate_limits order by bucket`,
  )
  expect(rows).toEqual([{ bucket: 'keys:bob' }, { bucket: 'person:bob' }])
})
