import { sql } from 'drizzle-orm'
import { applyMigrations, firstIdAt, newId, systemClock, type Db } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditLogMigrations } from './audit-log-migrations.ts'
import { auditLogMonths } from './audit-log-months.ts'
import { runPurge } from './run-purge.ts'

const dayMs = 86_400_000
const keptMs = 60 * dayMs
let database: TestDatabase
let db: Db
let api: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.connectAsOwner().db
  api = database.connectAs('waypost_alias_api').db
})
afterEach(() => database.drop())

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const oldId = (at: Date) => firstIdAt(at).slice(0, 24) + newId().slice(24)

async function log(ownerId: string, at: Date, count = 1): Promise<void> {
  const ids = sql.param(Array.from({ length: count }, () => oldId(at)))
  await db.execute(sql`
    insert into alias.audit_logs select id, ${ownerId}, 'address.list', 'GET', '/', 200, null, '::1', ${at}
    from unnest(${ids}::uuid[]) id
  `)
  await db.execute(sql`
    insert into alias.audit_log_counts as counted values (${ownerId}, ${count})
    on conflict (owner_id) do update set total = counted.total + excluded.total
  `)
}

const literal = (at: Date) => sql.raw(`'${firstIdAt(at)}'`)

/** Creates the partition of that month, as if it had been created at that time. */
async function makeMonthOf(at: Date, name: string): Promise<void> {
  const [from, to] = [0, 1].map((later) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later)))
  // The partition of everything before the first month ends where this one begins.
  await db.execute(sql`alter table alias.audit_logs detach partition alias.audit_logs_past`)
  await db.execute(sql`alter table alias.audit_logs attach partition alias.audit_logs_past
    for values from (minvalue) to (${literal(from!)})`)
  await db.execute(sql`create table alias.${sql.identifier(name)} partition of alias.audit_logs
    for values from (${literal(from!)}) to (${literal(to!)})`)
}

const makeMonths = async () =>
  (await api.execute<{ made: number }>(sql`select alias.make_audit_log_months() as made`)).rows[0]!.made

const failures: unknown[] = []
const purge = (): Promise<void> =>
  runPurge(
    {
      db: api,
      clock: systemClock,
      lock: 'tests',
      kinds: [auditLogMonths('alias', keptMs)],
      onPurged: () => {},
      onError: (error) => failures.push(error),
    },
    new AbortController().signal,
  )
const owners = async () =>
  (await db.execute<{ owner_id: string }>(sql`select owner_id from alias.audit_logs order by id`)).rows.map(
    (row) => row.owner_id,
  )
const totals = async () => {
  const { rows } = await db.execute<{ owner_id: string; total: string }>(
    sql`select owner_id, total from alias.audit_log_counts order by owner_id`,
  )
  return Object.fromEntries(rows.map((row) => [row.owner_id, Number(row.total)]))
}

describe('a month', () => {
  test('an expired month is deleted as a whole and no longer counted, and later entries stay', async () => {
    await makeMonthOf(daysAgo(130), 'audit_logs_130_days_ago')
    await log('ada', daysAgo(400), 2)
    await log('ada', daysAgo(130), 3)
    await log('bob', daysAgo(130), 1)
    await log('ada', daysAgo(59), 1)
    await log('bob', new Date(), 1)

    // While somebody writes to the log, its lock is taken: the purge gives way, so that nobody waits long for it.
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into alias.audit_log_counts values ('eve', 1)`)
      await tx.execute(sql`lock table alias.audit_logs in row exclusive mode`)
      await purge()
      expect(failures.splice(0)).toHaveLength(1)
    })
    expect(await owners()).toHaveLength(8)

    await purge()
    expect(failures).toEqual([])
    expect(await owners()).toEqual(['ada', 'bob'])
    expect(await totals()).toEqual({ ada: 1, bob: 1, eve: 1 })
  })

  test('a month that a killed process has detached is counted and deleted by the next one', async () => {
    await makeMonthOf(daysAgo(200), 'audit_logs_200_days_ago')
    await log('ada', daysAgo(200), 3)
    const drop = sql`select alias.drop_audit_log_month(${daysAgo(100)}) as rows`
    // First the partition of earlier entries, which is empty.
    for (const step of ['out', 'deleted', 'out'])
      expect((await api.execute(drop)).rows, step).toEqual([{ rows: '0' }])
    expect(await owners()).toEqual([])
    expect(await totals()).toEqual({ ada: 3 })
    await purge()
    expect(await totals()).toEqual({ ada: 0 })
    const left = await db.execute(sql`select from pg_class where relname ~ '^removed_audit_logs'`)
    expect(left.rowCount).toBe(0)
  })
})

test('entries of the last 30 days cannot be deleted, whatever the operator configures', async () => {
  await log('ada', new Date())
  await expect(api.execute(sql`select alias.drop_audit_log_month(${daysAgo(29)})`)).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  await expect(api.execute(sql`delete from alias.audit_logs`)).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  expect(await owners()).toEqual(['ada'])
})

test('months are created in advance, once, and an entry without a month is stored all the same', async () => {
  await db.execute(sql`
    do $$ declare name text; begin
      for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'alias.audit_logs'::regclass
        and inhrelid <> 'alias.audit_logs_rest'::regclass
      loop execute 'drop table ' || name; end loop;
    end $$`)
  await log('ada', new Date())
  // This month already has an entry in the default partition, so it stays there.
  expect(await makeMonths()).toBe(2)
  expect(await makeMonths()).toBe(0)
  const inThreeMonths = new Date(Date.now() + 100 * dayMs)
  await log('bob', inThreeMonths)
  expect(await owners()).toEqual(['ada', 'bob'])
})

test('a log in use is partitioned by month without refusing writers in the meantime', async () => {
  await db.execute(sql`create schema shop`)
  await db.execute(sql`create table shop.audit_logs (id uuid primary key, owner_id text not null,
    constraint an_owner_has_a_name check (owner_id <> ''))`)
  await db.execute(sql`create index audit_logs_by_owner on shop.audit_logs (owner_id, id desc)`)
  await db.execute(sql`grant usage on schema shop to waypost_alias_api`)
  await db.execute(sql`grant select, insert on shop.audit_logs to waypost_alias_api`)

  const over = new AbortController()
  let written = 0
  const write = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await api.execute(sql`insert into shop.audit_logs values (${newId()}, 'ada')`)
      written += 1
    }
  }
  const writing = Promise.all([write(), write()])
  const sets = [auditLogMigrations('shop', { api: 'waypost_alias_api' })]
  await applyMigrations(database.url, sets, { lockTimeoutMs: 200, pauseMs: 20, tries: 50 })
  const before = written
  await expect.poll(() => written).toBeGreaterThan(before + 5)
  over.abort()
  await writing

  const { rows } = await api.execute<{ count: number }>(
    sql`select count(*)::integer as count from shop.audit_logs where owner_id = 'ada'`,
  )
  expect(rows[0]!.count).toBe(written)
  await expect(api.execute(sql`insert into shop.audit_logs values (${newId()}, '')`)).rejects.toMatchObject({
    cause: { code: '23514' },
  })
})

test('a page of a log of many months reads only the months of the page', async () => {
  await log('ada', new Date(), 3000)
  await log('ada', new Date(Date.now() + 45 * dayMs), 3000)
  await db.execute(sql`analyze alias.audit_logs`)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`
    explain (analyze, costs off, timing off, summary off)
    select * from alias.audit_logs where owner_id = 'ada' order by id desc limit 20`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  const read = [...plan.matchAll(/Scan.*actual rows=(\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
  expect(read).toBeGreaterThanOrEqual(20)
  expect(read).toBeLessThan(30)
})
