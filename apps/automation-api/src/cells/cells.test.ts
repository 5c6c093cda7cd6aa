import { generateApiKey } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { enqueueJobs } from '@waypost/work-queues'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { apiKeys, automations, keysInCells } from '../db/tables.ts'
import { runQueue } from '../executions/run-queue.ts'
import { testAdminToken } from '../test-app.ts'
import { enterKey } from './enter-key.ts'
import { limitedIn, newKey, openCellsBed, ownersOfKeysIn } from './test-cells.ts'

const { bed, request, ask, place, createKey } = openCellsBed()

const steps = { actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }] }
const createAutomation = (headers: Record<string, string>, name: string) =>
  ask('/api/v1/automations', headers, { name, ...steps })
const listNames = async (headers: Record<string, string>) =>
  (((await ask('/api/v1/automations', headers)).body as { name: string }[]) ?? []).map(({ name }) => name)
const namesIn = async (db: Db) =>
  (await db.select({ name: automations.name }).from(automations)).map(({ name }) => name)
const countOf = async () => {
  const exported = await (await fetch(`${bed.internalUrl}/metrics`)).text()
  const counts = exported.matchAll(
    /^waypost_http_request_duration_seconds_count\{.*method="GET",route="\/api-keys".*\} (\d+)$/gm,
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
const listKeysInDirectory = (ownerId: string) =>
  bed.home.select().from(keysInCells).where(eq(keysInCells.ownerId, ownerId))
const stateOf = async () =>
  ((await (await fetch(`${bed.internalUrl}/readyz`)).json()) as { cells: Record<string, string> }).cells[
    'automation/c1'
  ]

test('each account is served from its own database, by JWT and by key, and sees only its own', async () => {
  await place('bea')
  const [ada, bea] = [
    await createKey(await bed.service.person('ada')),
    await createKey(await bed.service.person('bea')),
  ]
  expect((await createAutomation(ada, 'of ada')).status).toBe(201)
  expect((await createAutomation(bea, 'of bea')).status).toBe(201)
  expect([await listNames(ada), await listNames(bea)]).toEqual([['of ada'], ['of bea']])
  expect([await namesIn(bed.home), await namesIn(bed.cell)]).toEqual([['of ada'], ['of bea']])
  expect(await ownersOfKeysIn(bed.cell)).toEqual(['bea'])
  expect(await ownersOfKeysIn(bed.home)).not.toContain('bea')
})

test('a request is counted once, by the application that answers it', async () => {
  await place('bill')
  const before = await countOf()
  await ask('/api-keys', await bed.service.person('bill'))
  // The other application would count it at the same time.
  await waitFor('the count', async () => (await countOf()) > before)
  expect(await countOf()).toBe(before + 1)
})

test('a key of a cell is in the directory as long as it exists', async () => {
  await place('kim')
  const person = await bed.service.person('kim')
  const { body } = await ask('/api-keys', person, newKey)
  expect(await listKeysInDirectory('kim')).toHaveLength(1)
  const path = `/api-keys/${(body as { apiKey: { _id: string } }).apiKey._id}`
  expect((await request(path, { method: 'DELETE', headers: person })).status).toBe(204)
  expect(await listKeysInDirectory('kim')).toEqual([])
})

describe('a hint that is out of date', () => {
  test('of an account is asked again, and the request is answered whole where the account is now', async () => {
    const cleo = await bed.service.person('cleo')
    expect((await ask('/api-keys', cleo)).body).toEqual([])
    await place('cleo')
    await createKey(cleo)
    expect(await ownersOfKeysIn(bed.cell)).toContain('cleo')
    expect(await ownersOfKeysIn(bed.home)).not.toContain('cleo')
  })

  test('of a key that was nobody’s is asked again', async () => {
    await place('dan')
    const { rawKey, keyHash } = generateApiKey('gfac_')
    const list = () => ask('/api/v1/automations', { 'x-api-key': rawKey })
    expect((await list()).status).toBe(401)
    await enterKey(bed.home, 'dan', keyHash)
    await bed.cell.insert(apiKeys).values({
      id: newId(),
      ownerId: 'dan',
      name: 'key',
      prefix: rawKey.slice(0, 12),
      keyHash,
      scopes: ['automation:read'],
      createdAt: new Date(),
    })
    expect(await list()).toMatchObject({ status: 200, body: [] })
  })
})

test('the credential that a route asks for decides, and not another that comes with it', async () => {
  await place('eve')
  const eve = await createKey(await bed.service.person('eve'))
  await createKey({ ...(await bed.service.person('fay')), ...eve })
  expect(await ownersOfKeysIn(bed.home)).toContain('fay')
  expect(await ownersOfKeysIn(bed.cell)).not.toContain('fay')
})

test('a JWT that is not genuine is refused, whomever it names', async () => {
  await place('gus')
  const genuine = await bed.service.issuer.token('gus')
  const forged = `${genuine.slice(0, genuine.lastIndexOf('.'))}.${'A'.repeat(342)}`
  expect((await ask('/api-keys', { authorization: `Bearer ${forged}` })).status).toBe(401)
})

const operator = { authorization: `Bearer ${testAdminToken}` }
test('an operator’s request about an account reaches its database', async () => {
  await place('hal')
  const answer = await ask('/admin/accounts/hal/limits', operator, { automations: 7 }, 'PUT')
  expect(answer.status).toBe(200)
  expect([(await limitedIn(bed.home, 'hal')).length, (await limitedIn(bed.cell, 'hal')).length]).toEqual([
    0, 1,
  ])
})

const listTop = async () =>
  (await ask('/admin/top-accounts?limit=2', operator)).body as Record<string, unknown>
test('an operator sees which accounts of all databases have most waiting, and which cell has each', async () => {
  for (const [db, counts] of [
    [bed.home, { pia: 2, rex: 4 }],
    [bed.cell, { sam: 3, tim: 1 }],
  ] as const) {
    const jobs = Object.entries(counts).flatMap(([ownerId, count]) =>
      Array.from({ length: count }, () => ({ ownerId, data: { executionId: 'none' } })),
    )
    await db.transaction((tx) => enqueueJobs(tx, bed.service.services.work, runQueue.name, jobs))
    for (const [ownerId, count] of Object.entries(counts))
      await db.execute(sql`
        insert into automation.rate_limits (bucket, used, ends_at)
        values (${`keys:${ownerId}`}, ${1000 * count}, now() + interval '1 hour')
      `)
  }
  const of = { queue: 'runs', active: 0, oldestSeconds: expect.any(Number) }
  expect(await listTop()).toEqual({
    queues: [
      { ...of, ownerId: 'rex', waiting: 4 },
      { ...of, ownerId: 'sam', waiting: 3, cell: 'c1' },
    ],
    requests: [
      { ownerId: 'rex', requests: 4000 },
      { ownerId: 'sam', requests: 3000, cell: 'c1' },
    ],
    away: [],
  })
})

test('the issuer gets the notices of all accounts, and has told each of them once', async () => {
  const issuer = { authorization: `Bearer ${await bed.service.issuer.token('issuer', { scope: 'notices' })}` }
  const claim = async () => {
    const { body } = await ask('/notices/claim', issuer, { kinds: ['limit_near'] })
    return (body as { id: string; ownerId: string }[]).toSorted((one, other) =>
      one.ownerId.localeCompare(other.ownerId),
    )
  }
  for (const [db, ownerId] of [
    [bed.home, 'pam'],
    [bed.cell, 'quin'],
  ] as const)
    await db.execute(sql`
      insert into automation.notices (id, owner_id, kind, subject, data, created_at)
      values (${newId()}, ${ownerId}, 'limit_near', 'x', '{"unit":"x","used":9,"limit":10}', now())
    `)
  const claimed = await claim()
  expect(claimed.map(({ ownerId }) => ownerId)).toEqual(['pam', 'quin'])
  const confirmation = await request('/notices/confirm', {
    method: 'POST',
    headers: { ...issuer, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: claimed.map(({ id }) => id) }),
  })
  expect(confirmation.status).toBe(204)
  for (const db of [bed.home, bed.cell]) {
    const { rows } = await db.execute(sql`select told_at is not null as told from automation.notices`)
    expect(rows).toEqual([{ told: true }])
  }
})

test('a cell that is away refuses its own accounts, whom it serves again once it is back, and nobody else', async () => {
  await place('ira')
  const [ira, joe] = [
    await createKey(await bed.service.person('ira')),
    await createKey(await bed.service.person('joe')),
  ]
  const name = sql.identifier(new URL(bed.cellDatabase.url).pathname.slice(1))
  await bed.home.execute(sql`alter database ${name} allow_connections false`)
  await bed.home.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(bed.cellDatabase.url).pathname.slice(1)}`,
  )
  await waitFor('the cell to be away', async () => (await stateOf()) !== 'ok')

  const origin = 'https://dashboard.example'
  const refused = await ask('/api/v1/automations', { ...ira, origin })
  expect(refused).toMatchObject({ status: 503, body: { message: 'Service temporarily unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect((await ask('/api/v1/automations', joe)).status).toBe(200)
  expect((await ask('/api/v1/automations', { 'x-api-key': generateApiKey('gfac_').rawKey })).status).toBe(401)
  expect((await ask('/readyz', {})).status).toBe(200)
  expect(await listTop()).toMatchObject({ queues: [{ ownerId: 'rex' }, { ownerId: 'pia' }], away: ['c1'] })

  await bed.home.execute(sql`alter database ${name} allow_connections true`)
  await waitFor('the cell to be back', async () => (await stateOf()) === 'ok')
  expect((await ask('/api/v1/automations', ira)).status).toBe(200)
})
