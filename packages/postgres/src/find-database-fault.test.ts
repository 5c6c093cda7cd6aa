import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { findDatabaseFault, readClockSkew } from './find-database-fault.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

let testDatabase: TestDatabase
let database: Database

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'ready' })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

test('a database whose connections have sessions of their own has no fault', async () => {
  expect(await findDatabaseFault(database.db)).toBeUndefined()
})

const off = (ms: number) => findDatabaseFault(database.db, () => Date.now() + ms)

test('a clock that is half a minute from the database’s is a fault, and one that is a little off is not', async () => {
  expect(await off(45_000)).toMatch(/^the clock is 4\d s ahead of the database's$/)
  expect(await off(-90_000)).toMatch(/^the clock is \d\d s behind the database's$/)
  expect(await off(-5000)).toBeUndefined()
})

test('the skew of a clock is what the way of the answer does not explain', async () => {
  expect(await readClockSkew(database.db)).toBe(0)
  expect(await readClockSkew(database.db, () => Date.now() + 3_600_000)).toBeGreaterThan(3_000_000)
  expect(await readClockSkew(database.db, () => Date.now() - 3_600_000)).toBeLessThan(-3_000_000)
})

test('connections that act as another role than they were opened for are a fault', async () => {
  const role = 'waypost_dispatcher'
  const { pool, db, close } = openDatabase({
    url: testDatabase.url,
    role,
    applicationName: 'ready',
    maxConnections: 1,
  })
  await pool.query('set role none')
  expect(await findDatabaseFault(db)).toMatch(/^connections act as the role \w+, not as waypost_dispatcher: /)
  await close()
})

test('a database that does not answer is not taken for one without faults', async () => {
  const { db, close } = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'ready' })
  await expect(findDatabaseFault(db)).rejects.toThrow(/ECONNREFUSED/)
  await close()
})
