import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from './database.ts'
import { perDatabase } from './per-database.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.connectAsOwner().db
  await db.execute(sql`create table notes (note text)`)
})
afterAll(() => database.drop())

const findNote = perDatabase((made) =>
  made
    .select({ note: sql<string>`note` })
    .from(sql`notes`)
    .where(sql`note = ${sql.placeholder('note')}`)
    .prepare('find_note'),
)

test('a value is made once per pool, and another pool gets its own', () => {
  const other = database.connectAs('waypost_dispatcher').db
  expect(findNote(db)).toBe(findNote(db))
  expect(findNote(other)).not.toBe(findNote(db))
})

test('a statement made for a transaction sees what that transaction wrote, and the pool does not', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('mine')`)
    expect(await findNote(tx).execute({ note: 'mine' })).toEqual([{ note: 'mine' }])
    expect(await findNote(db).execute({ note: 'mine' })).toEqual([])
  })
})

test('a statement works again on the connection that replaces a lost one', async () => {
  await db.execute(sql`insert into notes values ('kept')`)
  for (let round = 0; round < 2; round += 1) {
    expect(await findNote(db).execute({ note: 'kept' })).toEqual([{ note: 'kept' }])
    await db
      .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = pg_backend_pid()`)
      .catch(() => {})
  }
})
