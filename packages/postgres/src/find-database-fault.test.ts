import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { findDatabaseFault, readClockSkew } from './find-database-fault.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

const hourMs = 3_600_000

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

test('a clock that is over a minute from the database’s is a fault, and one that is a little off is not', async () => {
  expect(await off(90_000)).toMatch(/^the clock is \d\d s ahead of the database's$/)
  expect(await off(-90_000)).toMatch(/^the clock is \d\d s behind the database's$/)
  expect(await off(5000)).toBeUndefined()
  expect(await off(-5000)).toBeUndefined()
})

test('the skew of a clock is what the way of the answer does not explain', async () => {
  expect(await readClockSkew(database.db)).toBe(0)
  // A slow answer hides a part of it, and never adds to it.
  const ahead = await readClockSkew(database.db, () => Date.now() + hourMs)
  const behind = await readClockSkew(database.db, () => Date.now() - hourMs)
  expect(0 < ahead && ahead <= hourMs, `${ahead} ms ahead`).toBe(true)
  expect(-hourMs <= behind && behind < 0, `${behind} ms behind`).toBe(true)
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

test('a server that has one connection left for the process costs it none', async () => {
  const owner = testDatabase.connectAsOwner().db
  const login = `login_${randomBytes(6).toString('hex')}`
  await owner.execute(sql`create role ${sql.identifier(login)} login password 'secret' connection limit 1`)
  const url = Object.assign(new URL(testDatabase.url), { username: login, password: 'secret' }).href
  const { pool, db, close } = openDatabase({ url, applicationName: 'ready' })
  await expect(findDatabaseFault(db)).rejects.toThrow('too many connections for role')
  expect(pool.totalCount - pool.idleCount).toBe(0)
  await close()
  await owner.execute(sql`drop role ${sql.identifier(login)}`)
})
