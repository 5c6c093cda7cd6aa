import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { followDatabaseClock } from './follow-database-clock.ts'
import { systemClock } from './index.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

const hourMs = 3_600_000

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'follow' })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const databaseNow = async (): Promise<number> => {
  const text = 'select extract(epoch from clock_timestamp()) * 1000 as now'
  return Number((await database.pool.query<{ now: string }>(text)).rows[0]!.now)
}

test.each([
  ['an hour ahead', hourMs],
  ['an hour behind', -hourMs],
])('a process whose clock is %s has the database’s time', async (_name, offMs) => {
  const own = { ...systemClock, now: () => systemClock.now() + offMs }
  const { clock, stop } = await followDatabaseClock(database.db, own)
  const before = await databaseNow()
  const read = clock.now()
  const after = await databaseNow()
  await stop()
  // The way of the answer is what it cannot know.
  expect(read).toBeGreaterThan(before - 60_000)
  expect(read).toBeLessThan(after + 60_000)
})

test('a clock that agrees with the database’s is followed to the millisecond', async () => {
  let now = 0
  const own = { ...systemClock, now: () => (now = systemClock.now()) }
  const { clock, stop } = await followDatabaseClock(database.db, own)
  expect(clock.now()).toBe(now)
  await stop()
})

test('a process does not start on a clock that it could not compare', async () => {
  const { db, close } = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'follow' })
  await expect(followDatabaseClock(db)).rejects.toThrow(/ECONNREFUSED/)
  await close()
})
