import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { generateApiKey } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import {
  createTestDatabase,
  findFreePort,
  inheritedEnvironment,
  waitFor,
  type TestDatabase,
} from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountLimits } from '../db/limit-tables.ts'
import { accounts, apiKeys, automations, keysInCells } from '../db/tables.ts'
import { startTestApp, testAdminToken, testEncryptionKeys, type TestApp } from '../test-app.ts'
import { enterKey } from './enter-key.ts'
import { placeAccount } from './place-account.ts'

/** The first database, with an issuer of JWTs. */
let service: TestApp
let cellDatabase: TestDatabase
let home: Db
let cell: Db
let api: ChildProcess
let baseUrl: string
let internalUrl: string

beforeAll(async () => {
  ;[service, cellDatabase] = await Promise.all([startTestApp(), createTestDatabase()])
  home = service.database.connectAsOwner().db
  cell = cellDatabase.connectAsOwner().db
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  baseUrl = `http://127.0.0.1:${port}`
  internalUrl = `http://127.0.0.1:${metricsPort}`
  api = fork(fileURLToPath(new URL('../api.ts', import.meta.url)), {
    env: {
      ...inheritedEnvironment,
      DATABASE_URL: service.database.url,
      AUTOMATION_CELLS: `c1=${cellDatabase.url}`,
      ENCRYPTION_KEYS: testEncryptionKeys,
      WEBHOOK_FALLBACK_SECRET: service.services.fallbackSecret,
      JWT_JWKS_URL: service.issuer.jwksUrl,
      JWT_ISSUER: service.issuer.issuer,
      JWT_AUDIENCE: service.issuer.audience,
      ADMIN_TOKEN: testAdminToken,
      CORS_ORIGINS: 'https://dashboard.example',
      AUTOMATION_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'fatal',
    },
  })
  await once(api, 'message')
})
afterAll(async () => {
  api.kill('SIGTERM')
  await once(api, 'exit')
  await cellDatabase.drop()
  await service.close()
})

const place = (accountId: string, pause = async (): Promise<unknown> => undefined) =>
  placeAccount({ home, cell, cellName: 'c1', pause }, accountId)

async function ask(path: string, headers: Record<string, string>, body?: object, method = 'POST') {
  const response = await fetch(`${baseUrl}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method, body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as never }
}

const newKey = { name: 'key', scopes: ['automation:read', 'automation:write'] }
async function createKey(headers: Record<string, string>) {
  const { status, body } = await ask('/api-keys', headers, newKey)
  expect(status).toBe(201)
  return { 'x-api-key': (body as { rawKey: string }).rawKey }
}
const steps = { actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }] }
const createAutomation = (headers: Record<string, string>, name: string) =>
  ask('/api/v1/automations', headers, { name, ...steps })
const listNames = async (headers: Record<string, string>) =>
  (((await ask('/api/v1/automations', headers)).body as { name: string }[]) ?? []).map(({ name }) => name)
const namesIn = async (db: Db) =>
  (await db.select({ name: automations.name }).from(automations)).map(({ name }) => name)
const ownersOfKeysIn = async (db: Db) =>
  (await db.select({ ownerId: apiKeys.ownerId }).from(apiKeys)).map(({ ownerId }) => ownerId)

const countOf = async () => {
  const exported = await (await fetch(`${internalUrl}/metrics`)).text()
  const counts = exported.matchAll(
    /^waypost_http_request_duration_seconds_count\{.*method="GET",route="\/api-keys".*\} (\d+)$/gm,
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
const listKeysInDirectory = (ownerId: string) =>
  home.select().from(keysInCells).where(eq(keysInCells.ownerId, ownerId))
const limitedIn = async (db: Db, ownerId: string) =>
  db.select().from(accountLimits).where(eq(accountLimits.ownerId, ownerId))
const stateOf = async () =>
  ((await (await fetch(`${internalUrl}/readyz`)).json()) as { cells: Record<string, string> }).cells[
    'automation/c1'
  ]
const ofEpoch = async (epoch: number) => ({
  authorization: `Bearer ${await service.issuer.token('oda', { epoch })}`,
})

test('each account is served from its own database, by JWT and by key, and sees only its own', async () => {
  await place('bea')
  const [ada, bea] = [
    await createKey(await service.person('ada')),
    await createKey(await service.person('bea')),
  ]
  expect((await createAutomation(ada, 'of ada')).status).toBe(201)
  expect((await createAutomation(bea, 'of bea')).status).toBe(201)
  expect([await listNames(ada), await listNames(bea)]).toEqual([['of ada'], ['of bea']])
  expect([await namesIn(home), await namesIn(cell)]).toEqual([['of ada'], ['of bea']])
  expect(await ownersOfKeysIn(cell)).toEqual(['bea'])
  expect(await ownersOfKeysIn(home)).not.toContain('bea')
})

test('a request is counted once, by the application that answers it', async () => {
  await place('bill')
  const before = await countOf()
  await ask('/api-keys', await service.person('bill'))
  // The other application would count it at the same time.
  await waitFor('the count', async () => (await countOf()) > before)
  expect(await countOf()).toBe(before + 1)
})

test('a key of a cell is in the directory as long as it exists', async () => {
  await place('kim')
  const person = await service.person('kim')
  const { body } = await ask('/api-keys', person, newKey)
  expect(await listKeysInDirectory('kim')).toHaveLength(1)
  const url = `${baseUrl}/api-keys/${(body as { apiKey: { _id: string } }).apiKey._id}`
  expect((await fetch(url, { method: 'DELETE', headers: person })).status).toBe(204)
  expect(await listKeysInDirectory('kim')).toEqual([])
})

describe('a hint that is out of date', () => {
  test('of an account is asked again, and the request is answered whole where the account is now', async () => {
    const cleo = await service.person('cleo')
    expect((await ask('/api-keys', cleo)).body).toEqual([])
    await place('cleo')
    await createKey(cleo)
    expect(await ownersOfKeysIn(cell)).toContain('cleo')
    expect(await ownersOfKeysIn(home)).not.toContain('cleo')
  })

  test('of a key that was nobody’s is asked again', async () => {
    await place('dan')
    const { rawKey, keyHash } = generateApiKey('gfac_')
    const list = () => ask('/api/v1/automations', { 'x-api-key': rawKey })
    expect((await list()).status).toBe(401)
    await enterKey(home, 'dan', keyHash)
    await cell.insert(apiKeys).values({
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
  const eve = await createKey(await service.person('eve'))
  await createKey({ ...(await service.person('fay')), ...eve })
  expect(await ownersOfKeysIn(home)).toContain('fay')
  expect(await ownersOfKeysIn(cell)).not.toContain('fay')
})

test('a JWT that is not genuine is refused, whomever it names', async () => {
  await place('gus')
  const genuine = await service.issuer.token('gus')
  const forged = `${genuine.slice(0, genuine.lastIndexOf('.'))}.${'A'.repeat(342)}`
  expect((await ask('/api-keys', { authorization: `Bearer ${forged}` })).status).toBe(401)
})

test('an operator’s request about an account reaches its database', async () => {
  await place('hal')
  const operator = { authorization: `Bearer ${testAdminToken}` }
  const answer = await ask('/admin/accounts/hal/limits', operator, { automations: 7 }, 'PUT')
  expect(answer.status).toBe(200)
  expect([(await limitedIn(home, 'hal')).length, (await limitedIn(cell, 'hal')).length]).toEqual([0, 1])
})

test('the issuer gets the notices of all accounts, and has told each of them once', async () => {
  const issuer = { authorization: `Bearer ${await service.issuer.token('issuer', { scope: 'notices' })}` }
  const claim = async () => {
    const { body } = await ask('/notices/claim', issuer, { kinds: ['limit_near'] })
    return (body as { id: string; ownerId: string }[]).toSorted((one, other) =>
      one.ownerId.localeCompare(other.ownerId),
    )
  }
  for (const [db, ownerId] of [
    [home, 'pam'],
    [cell, 'quin'],
  ] as const)
    await db.execute(sql`
      insert into automation.notices (id, owner_id, kind, subject, data, created_at)
      values (${newId()}, ${ownerId}, 'limit_near', 'x', '{"unit":"x","used":9,"limit":10}', now())
    `)
  const claimed = await claim()
  expect(claimed.map(({ ownerId }) => ownerId)).toEqual(['pam', 'quin'])
  const confirmation = await fetch(`${baseUrl}/notices/confirm`, {
    method: 'POST',
    headers: { ...issuer, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: claimed.map(({ id }) => id) }),
  })
  expect(confirmation.status).toBe(204)
  for (const db of [home, cell]) {
    const { rows } = await db.execute(sql`select told_at is not null as told from automation.notices`)
    expect(rows).toEqual([{ told: true }])
  }
})

test('a cell that is away refuses its own accounts, whom it serves again once it is back, and nobody else', async () => {
  await place('ira')
  const [ira, joe] = [
    await createKey(await service.person('ira')),
    await createKey(await service.person('joe')),
  ]
  const name = sql.identifier(new URL(cellDatabase.url).pathname.slice(1))
  await home.execute(sql`alter database ${name} allow_connections false`)
  await home.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(cellDatabase.url).pathname.slice(1)}`,
  )
  await waitFor('the cell to be away', async () => (await stateOf()) !== 'ok', 20_000)

  const origin = 'https://dashboard.example'
  const refused = await ask('/api/v1/automations', { ...ira, origin })
  expect(refused).toMatchObject({ status: 503, body: { message: 'Service temporarily unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect((await ask('/api/v1/automations', joe)).status).toBe(200)
  expect((await ask('/api/v1/automations', { 'x-api-key': generateApiKey('gfac_').rawKey })).status).toBe(401)
  expect((await ask('/readyz', {})).status).toBe(200)

  await home.execute(sql`alter database ${name} allow_connections true`)
  await waitFor('the cell to be back', async () => (await stateOf()) === 'ok', 20_000)
  expect((await ask('/api/v1/automations', ira)).status).toBe(200)
})

describe('placing an account', () => {
  test('that has data is refused, and it is served where it was', async () => {
    const lea = await service.person('lea')
    await createKey(lea)
    await expect(place('lea')).rejects.toThrow('lea has rows in api_keys, audit_logs')
    await createKey(lea)
  })

  test('that makes data in the meantime is called off, and it is served where it was', async () => {
    const mia = await service.person('mia')
    // A request that was admitted before.
    const late = () => service.app.inject({ method: 'POST', url: '/api-keys', headers: mia, payload: newKey })
    const opened = async () => {
      await home.update(accounts).set({ cell: null }).where(eq(accounts.id, 'mia'))
      await late()
      await home.update(accounts).set({ cell: 'c1' }).where(eq(accounts.id, 'mia'))
    }
    await expect(place('mia', opened)).rejects.toThrow('mia has rows in api_keys')
    await createKey(mia)
    expect(await ownersOfKeysIn(cell)).not.toContain('mia')
  })

  test('that was interrupted, and made data before, is called off by doing it again', async () => {
    const interrupted = place('zoe', () => Promise.reject(new Error('interrupted')))
    await expect(interrupted).rejects.toThrow('interrupted')
    const id = newId()
    await home.execute(sql`
      insert into automation.notices (id, owner_id, kind, subject, data, told_at, created_at)
      values (${id}, 'zoe', 'limit_near', 'x', '{}', now(), now())
    `)
    await expect(place('zoe')).rejects.toThrow('zoe has rows in notices')
    await createKey(await service.person('zoe'))
    await home.execute(sql`delete from automation.notices where id = ${id}`)
  })

  test('that was interrupted refuses its requests, and is finished by doing it again', async () => {
    const ned = await service.person('ned')
    const interrupted = place('ned', () => Promise.reject(new Error('interrupted')))
    await expect(interrupted).rejects.toThrow('interrupted')
    expect((await ask('/api-keys', ned)).status).toBe(503)
    expect(await place('ned')).toBe(false)
    await createKey(ned)
    expect(await place('ned')).toBe(true)
    expect(await ownersOfKeysIn(cell)).toContain('ned')
  })

  test('keeps what is known of its JWTs, and its own limits', async () => {
    await home.insert(accounts).values({ id: 'oda', tokenEpoch: 2 })
    await home.insert(accountLimits).values({ ownerId: 'oda', automations: 7, updatedAt: new Date() })
    await place('oda')
    expect(await limitedIn(cell, 'oda')).toMatchObject([{ automations: 7 }])
    expect((await ask('/api-keys', await ofEpoch(1))).status).toBe(401)
    expect((await ask('/api-keys', await ofEpoch(2))).status).toBe(200)
  })
})
