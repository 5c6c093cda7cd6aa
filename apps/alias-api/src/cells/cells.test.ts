import { generateApiKey } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { keysInCells, takenDomains } from '../db/directory-tables.ts'
import { accounts, addresses, apiKeys, domains, forwardingAddresses, subdomainNames } from '../db/tables.ts'
import { hashToken } from '../forwarding-addresses/send-verification.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { newKey, openCellsBed } from './test-cells.ts'

const { bed, request, ask, place, createKey, at } = openCellsBed()

const createAlias = (headers: Record<string, string>, label: string) =>
  ask('/api/v1/addresses', headers, { alias: label })
const listLabels = async (headers: Record<string, string>) => {
  const { body } = await ask('/api/v1/addresses', headers)
  return body.data.addresses.map(({ alias }) => alias)
}
const labelsIn = async (db: Db) =>
  (await db.select({ label: addresses.label }).from(addresses)).map(({ label }) => label)
const accountsOfKeysIn = async (db: Db) =>
  (await db.select({ accountId: apiKeys.accountId }).from(apiKeys)).map(({ accountId }) => accountId)
const listKeysInDirectory = (accountId: string) =>
  bed.home.select().from(keysInCells).where(eq(keysInCells.accountId, accountId))
const planIn = async (db: Db) => (await db.select().from(accounts).where(eq(accounts.id, 'hal')))[0]!.plan
const stateOf = async () =>
  ((await (await fetch(`${bed.internalUrl}/readyz`)).json()) as { cells: Record<string, string> }).cells[
    'alias/c1'
  ]

test('each account is served from its own database, by JWT and by key, and sees only its own', async () => {
  const [ada, bea] = [await at.home('ada'), await at.cell('bea')]
  expect((await createAlias(ada, 'of ada')).status).toBe(201)
  expect((await createAlias(bea, 'of bea')).status).toBe(201)
  expect([await listLabels(ada), await listLabels(bea)]).toEqual([['of ada'], ['of bea']])
  expect(await listLabels(await bed.service.person('bea'))).toEqual(['of bea'])
  expect([await labelsIn(bed.home), await labelsIn(bed.cell)]).toEqual([['of ada'], ['of bea']])
  expect(await accountsOfKeysIn(bed.cell)).toEqual(['bea'])
  expect(await accountsOfKeysIn(bed.home)).not.toContain('bea')
})

test('a key of a cell is in the directory until it is revoked, and is refused from then on', async () => {
  await place('kim')
  const person = await bed.service.person('kim')
  const { body } = await ask('/api-keys', person, newKey)
  const key = { authorization: `Bearer ${body.data.rawKey}` }
  expect(await listKeysInDirectory('kim')).toHaveLength(1)
  expect((await ask('/api/v1/account', key)).status).toBe(200)
  const path = `/api-keys/${body.data.apiKey.id}`
  expect((await request(path, { method: 'DELETE', headers: person })).status).toBe(200)
  expect(await listKeysInDirectory('kim')).toEqual([])
  expect(await ask('/api/v1/account', key)).toMatchObject({ status: 401, body: { error: 'Invalid API key' } })
})

describe('a hint that is out of date', () => {
  test('of an account is asked again, and the request is answered whole where the account is now', async () => {
    const cleo = await bed.service.person('cleo')
    expect((await ask('/api/v1/account', cleo)).body.data).toMatchObject({ plan: 'free' })
    await place('cleo')
    await createKey(cleo)
    expect(await accountsOfKeysIn(bed.cell)).toContain('cleo')
    expect(await accountsOfKeysIn(bed.home)).not.toContain('cleo')
  })

  test('of a key that was nobody’s is asked again', async () => {
    await place('dan')
    const { rawKey, keyHash } = generateApiKey('jm_live_')
    const list = () => ask('/api/v1/account', { authorization: `Bearer ${rawKey}` })
    expect((await list()).status).toBe(401)
    await bed.home.insert(keysInCells).values({ accountId: 'dan', keyHash })
    await bed.cell.insert(apiKeys).values({
      id: newId(),
      accountId: 'dan',
      name: 'key',
      prefix: rawKey.slice(0, 12),
      keyHash,
      scopes: ['emails:read'],
      mode: 'live',
      createdAt: new Date(),
    })
    expect((await list()).status).toBe(200)
  })
})

test('an account whose data is being moved is refused, and no second one begins in the cell', async () => {
  const lea = await bed.service.person('lea')
  await bed.home.insert(accounts).values({ id: 'lea', cell: 'c1', createdAt: new Date() })
  expect((await ask('/api/v1/account', lea)).status).toBe(503)
  expect(await bed.cell.select().from(accounts).where(eq(accounts.id, 'lea'))).toEqual([])
})

test('a JWT that is not genuine is refused, whomever it names', async () => {
  await place('gus')
  const genuine = await bed.service.issuer.token('gus')
  const forged = `${genuine.slice(0, genuine.lastIndexOf('.'))}.${'A'.repeat(342)}`
  expect((await ask('/api/v1/account', { authorization: `Bearer ${forged}` })).status).toBe(401)
})

const operator = { authorization: `Bearer ${testAdminToken}` }
test('an operator’s request about an account reaches its database', async () => {
  await place('hal')
  const answer = await ask('/admin/accounts/hal/plan', operator, { plan: 'pro' }, 'PUT')
  expect(answer.status).toBe(200)
  expect([await planIn(bed.home), await planIn(bed.cell)]).toEqual(['free', 'pro'])
})

const listTop = async () => (await ask('/admin/top-accounts?limit=2', operator)).body.data
test('an operator sees which accounts of all databases send most requests, and which cell has each', async () => {
  for (const [db, ownerId, used] of [
    [bed.home, 'xia', 2000],
    [bed.home, 'yan', 4000],
    [bed.cell, 'zoe', 3000],
  ] as const)
    await db.execute(sql`
      insert into alias.rate_limits (bucket, used, ends_at)
      values (${`keys:${ownerId}`}, ${used}, now() + interval '1 hour')
    `)
  expect(await listTop()).toMatchObject({
    requests: [
      { ownerId: 'yan', requests: 4000 },
      { ownerId: 'zoe', requests: 3000, cell: 'c1' },
    ],
    away: [],
  })
})

test('the issuer gets the notices of all accounts, and has told each of them once', async () => {
  const issuer = { authorization: `Bearer ${await bed.service.issuer.token('issuer', { scope: 'notices' })}` }
  const data = '{"subject":"x","text":"y"}'
  for (const [db, accountId] of [
    [bed.home, 'pam'],
    [bed.cell, 'quin'],
  ] as const)
    await db.execute(sql`
      insert into alias.notices (id, account_id, kind, about, data, created_at)
      values (${newId()}, ${accountId}, 'domain_lost', 'x', ${data}::jsonb, now())
    `)
  const response = await request('/notices/claim', {
    method: 'POST',
    headers: { ...issuer, 'content-type': 'application/json' },
    body: JSON.stringify({ kinds: ['domain_lost'] }),
  })
  const claimed = (await response.json()) as { id: string; ownerId: string }[]
  expect(claimed.map(({ ownerId }) => ownerId).toSorted()).toEqual(['pam', 'quin'])
  const confirmed = await request('/notices/confirm', {
    method: 'POST',
    headers: { ...issuer, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: claimed.map(({ id }) => id) }),
  })
  expect(confirmed.status).toBe(204)
  for (const db of [bed.home, bed.cell]) {
    const { rows } = await db.execute(sql`select told_at is not null as told from alias.notices`)
    expect(rows).toEqual([{ told: true }])
  }
})

test('the link that confirms a mailbox is found in whichever database it is of', async () => {
  for (const [db, id] of [
    [bed.home, 'rob'],
    [bed.cell, 'sue'],
  ] as const) {
    await db.insert(forwardingAddresses).values({
      id: newId(),
      ownerId: `live:${id}`,
      email: `${id}@example.org`,
      tokenHash: hashToken(`link of ${id}`),
      tokenExpiresAt: new Date(Date.now() + 60_000),
      createdAt: new Date(),
    })
    const path = `/verify-forwarding?token=link%20of%20${id}`
    expect(await (await request(path)).text()).toContain(`${id}@example.org`)
    expect((await request(path, { method: 'POST' })).status).toBe(200)
    const [mailbox] = await db.select().from(forwardingAddresses)
    expect(mailbox!.verifiedAt).not.toBeNull()
  }
  expect((await request('/verify-forwarding?token=nobody')).status).toBe(404)
})

const addMailbox = async (id: string, email: string) =>
  ask('/api/v1/forwarding-addresses', await bed.service.person(id), { email })
describe('a mailbox on a domain that hosts aliases of another database', () => {
  const refused = { status: 400, body: { error: 'email must not be on a domain that hosts aliases' } }

  test('is refused while an account there has the domain verified', async () => {
    await place('tom')
    for (const [db, accountId, domain] of [
      [bed.cell, 'tom', 'tom.dev'],
      [bed.home, 'una', 'una.dev'],
    ] as const) {
      const of = { id: newId(), ownerId: `live:${accountId}`, domain, verificationToken: 'x' }
      await db.insert(domains).values({ ...of, status: 'verified', createdAt: new Date() })
      const taken = { domain, mode: 'live' as const, accountId, domainId: of.id, verificationToken: 'x' }
      await bed.home.insert(takenDomains).values(taken)
    }
    expect(await addMailbox('una', 'me@tom.dev')).toMatchObject(refused)
    expect(await addMailbox('tom', 'me@una.dev')).toMatchObject(refused)
    await bed.home.delete(takenDomains)
    expect((await addMailbox('una', 'me@tom.dev')).status).toBe(201)
  })

  test('is refused below a platform domain too', async () => {
    await place('val')
    const name = { domain: 'val.inbox.waypost.test', accountId: 'val', claimedAt: new Date() }
    await bed.home.insert(subdomainNames).values(name)
    expect(await addMailbox('wim', 'me@val.inbox.waypost.test')).toMatchObject(refused)
  })
})

test('a cell that is away refuses its own accounts, whom it serves again once it is back, and nobody else', async () => {
  const [ira, joe] = [await at.cell('ira'), await at.home('joe')]
  const name = new URL(bed.cellDatabase.url).pathname.slice(1)
  await bed.home.execute(sql`alter database ${sql.identifier(name)} allow_connections false`)
  await bed.home.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
  await waitFor('the cell to be away', async () => (await stateOf()) !== 'ok')

  const origin = 'https://dashboard.example'
  const refused = await ask('/api/v1/account', { ...ira, origin })
  expect(refused).toMatchObject({ status: 503, body: { error: 'Service temporarily unavailable' } })
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect((await ask('/api/v1/account', joe)).status).toBe(200)
  const unknown = { authorization: `Bearer ${generateApiKey('jm_live_').rawKey}` }
  expect((await ask('/api/v1/account', unknown)).status).toBe(401)
  // It may be of the cell.
  expect((await request('/verify-forwarding?token=elsewhere')).status).toBe(503)
  expect((await ask('/readyz', {})).status).toBe(200)
  expect(await listTop()).toMatchObject({ requests: [{ ownerId: 'yan' }, { ownerId: 'xia' }], away: ['c1'] })

  await bed.home.execute(sql`alter database ${sql.identifier(name)} allow_connections true`)
  await waitFor('the cell to be back', async () => (await stateOf()) === 'ok')
  expect((await ask('/api/v1/account', ira)).status).toBe(200)
})
