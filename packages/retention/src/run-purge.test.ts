import { sql } from 'drizzle-orm'
import { newId, systemClock, type Db } from '@waypost/postgres'
import { createTestDatabase, waitFor, type TestDatabase } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeExpired } from './purge-expired.ts'
import { runPurge, type Purge } from './run-purge.ts'
import type { RetentionKind } from './retention-kind.ts'

const dayMs = 86_400_000
let database: TestDatabase
let db: Db
let nowMs: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.connectAsOwner().db
  await db.execute(sql`create table fruit (id uuid primary key, ended_at timestamptz)`)
  await db.execute(sql`create table stones (fruit_id uuid not null)`)
  await db.execute(sql`create table nuts (id uuid primary key, ended_at timestamptz)`)
})
afterAll(() => database.drop())
beforeEach(async () => {
  nowMs = Date.now() + 10 * dayMs
  await db.execute(sql`truncate fruit, stones, nuts`)
})

const kindOf = (name: 'fruit' | 'nuts', keptMs: number | undefined = 9 * dayMs): RetentionKind => ({
  name,
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql.identifier(name).getSQL(),
      isExpired: sql`ended_at < ${batch.before}`,
      together: sql`stone as (delete from stones where fruit_id in (select gone_id from gone))`,
      locks: true,
    }),
  findOldest: async () => null,
})

const fill = async (table: 'fruit' | 'nuts', count: number, endedAt: Date | null = new Date()) => {
  const ids = Array.from({ length: count }, newId)
  await db.execute(sql`
    insert into ${sql.identifier(table)} select id, ${endedAt} from unnest(${sql.param(ids)}::uuid[]) id
  `)
  if (table === 'fruit') await db.execute(sql`insert into stones select id from fruit`)
  return ids
}
const count = async (table: string) =>
  (await db.execute<{ n: number }>(sql`select count(*)::integer as n from ${sql.identifier(table)}`)).rows[0]!
    .n

/** Pauses take no time; their lengths are collected. */
const clockWithoutPauses = (pauses: number[] = []) =>
  Object.assign(Object.create(systemClock) as typeof systemClock, {
    now: () => nowMs,
    setTimeout: (run: () => void, ms: number) => {
      pauses.push(ms)
      return systemClock.setTimeout(run, 0)
    },
  })

const purge = (changes: Partial<Purge> = {}, stopping = new AbortController().signal): Promise<void> =>
  runPurge(
    {
      db,
      clock: clockWithoutPauses(),
      lock: 'retention of tests',
      kinds: [kindOf('fruit')],
      onPurged: () => {},
      onError: (error) => {
        throw error
      },
      ...changes,
    },
    stopping,
  )

test('rows that ended long enough ago are deleted with what belongs to them; newer and unfinished rows stay', async () => {
  await fill('fruit', 1200)
  const [late] = await fill('fruit', 1, new Date(nowMs - 9 * dayMs + 1))
  const [underWay] = await fill('fruit', 1, null)
  await purge()
  const { rows } = await db.execute<{ id: string }>(sql`select id from fruit order by id`)
  expect(rows.map(({ id }) => id)).toEqual([late, underWay].toSorted())
  expect(await count('stones')).toBeGreaterThan(0)
  nowMs += 2
  await purge()
  expect(await count('fruit')).toBe(1)
})

test('without a retention period all rows stay', async () => {
  await fill('fruit', 10)
  await purge({ kinds: [{ ...kindOf('fruit'), keptMs: undefined }] })
  expect(await count('fruit')).toBe(10)
})

test('a purge deletes in batches with a pause after each, and reports how many rows it deleted', async () => {
  await fill('fruit', 3000)
  const pauses: number[] = []
  const purgedRows: number[] = []
  await purge({ clock: clockWithoutPauses(pauses), onPurged: (_, rows) => purgedRows.push(rows) })
  expect(purgedRows.length).toBeGreaterThan(2)
  expect(purgedRows.reduce((sum, rows) => sum + rows)).toBe(3000)
  expect(pauses).toHaveLength(purgedRows.length - 1)
})

test('kinds take turns: a short one does not wait for the backlog of another', async () => {
  await fill('fruit', 3000)
  await fill('nuts', 10)
  const turns: string[] = []
  await purge({ kinds: [kindOf('fruit'), kindOf('nuts')], onPurged: (kind) => turns.push(kind) })
  expect(turns.slice(0, 2)).toEqual(['fruit', 'nuts'])
  expect(await count('fruit')).toBe(0)
})

test('a kind that fails is reported and does not delay the others', async () => {
  await fill('nuts', 10)
  const failing = { ...kindOf('fruit'), purge: () => Promise.reject(new Error('no')) }
  const failed: string[] = []
  await purge({ kinds: [failing, kindOf('nuts')], onError: (_, kind) => failed.push(kind) })
  expect(failed).toEqual(['fruit'])
  expect(await count('nuts')).toBe(0)
})

test('only one process purges at a time; others skip their turn', async () => {
  await fill('fruit', 10)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('retention of tests', 0))`)
    await purge()
    expect(await count('fruit')).toBe(10)
  })
  await purge()
  expect(await count('fruit')).toBe(0)
})

test('a purge skips locked rows, and does not block inserts', async () => {
  const [held] = await fill('fruit', 10)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from fruit where id = ${held} for update`)
    await tx.execute(sql`insert into fruit values (${newId()}, null)`)
    await purge()
    expect(await count('fruit')).toBe(1)
  })
  expect(await count('fruit')).toBe(2)
})

test('a batch whose connection is lost is rolled back, and the next purge repeats it', async () => {
  await fill('fruit', 200)
  // The stones are locked: the batch has deleted its fruit and waits for them.
  const [locked, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`lock table stones in share mode`)
    locked.resolve()
    await blocked.promise
  })
  await locked.promise
  const other = database.connectAs('postgres')
  const failed: unknown[] = []
  const dying = purge({ db: other.db, onError: (error) => failed.push(error) })
  await waitFor('the batch to be killed', async () => {
    const { rowCount } = await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`)
    return rowCount === 1
  })
  await dying
  blocked.resolve()
  await holding
  expect(failed).toHaveLength(1)
  expect(await count('fruit')).toBe(200)
  expect(await count('stones')).toBe(200)
  await purge()
  expect(await count('fruit')).toBe(0)
  expect(await count('stones')).toBe(0)
})

test('a purge that is stopped ends after the current batch', async () => {
  await fill('fruit', 3000)
  const stopping = new AbortController()
  await purge({ onPurged: () => stopping.abort() }, stopping.signal)
  expect(await count('fruit')).toBe(2500)
})
