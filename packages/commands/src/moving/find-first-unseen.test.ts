import type { Db } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/postgres/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFirstUnseen } from './find-first-unseen.ts'
import { listElsewhere } from './list-elsewhere.ts'

let databases: TestDatabase[]
let ours: Db
let other: Db
beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()])
  ;[ours, other] = databases.map((each) => each.connectAsOwner().db) as [Db, Db]
})
afterAll(async () => {
  await Promise.all(databases.map((each) => each.drop()))
})

/** Begins a transaction that has an id and is in progress until it is ended. */
async function begin(db: Db) {
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<string>()
  const transaction = db.transaction(async (tx) => {
    begun.resolve(await takeId(tx))
    await ended.promise
  })
  const end = (): Promise<void> => {
    ended.resolve()
    return transaction
  }
  return { id: await begun.promise, end }
}
const takeId = async (db: Pick<Db, 'execute'>): Promise<string> =>
  (await db.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)).rows[0]!.id
/** What is found in a transaction whose state of the database is taken before `meanwhile`. */
async function find(meanwhile: () => Promise<unknown>): Promise<bigint> {
  const elsewhere = await listElsewhere(ours)
  return ours.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    await tx.execute(sql`select`)
    await meanwhile()
    return BigInt(await findFirstUnseen(tx, elsewhere))
  })
}

test('the oldest transaction in progress is the first whose writes may not be seen, also once it has ended', async () => {
  const oldest = await begin(ours)
  await takeId(ours)
  expect(await find(oldest.end)).toBe(BigInt(oldest.id))
  expect(await find(async () => {})).toBeGreaterThan(BigInt(oldest.id))
})

test.each(['has ended meanwhile', 'is still in progress'])(
  'a transaction of another database that %s is none of them',
  async (how) => {
    const elsewhere = await begin(other)
    const written = await takeId(ours)
    const found = await find(how === 'has ended meanwhile' ? elsewhere.end : async () => {})
    expect(found).toBeGreaterThan(BigInt(written))
    await elsewhere.end()
  },
)
