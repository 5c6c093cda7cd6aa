import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { sql } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, sendAhead, type Database, type Db } from './database.ts'
import { inTransaction } from './queues/open-queues.ts'

let testDatabase: TestDatabase
let database: Database

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'test', maxConnections: 1 })
  await database.db.execute(sql`create table fruit (name text unique)`)
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const stored = async () => (await database.db.execute(sql`select * from fruit`)).rows
const add = (tx: Db, fruit: string) => tx.execute(sql`insert into fruit values (${fruit})`)
const addApple = `insert into fruit values ('apple')`
const send = (tx: Db, text: string) => inTransaction(tx).db.executeSql(text)
const sendOutside = () => sendAhead(database.db, () => send(database.db, addApple))
function noteStatements(client: ClientBase, asked: unknown[]): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const note = (statement: string | { text: string }, ...given: unknown[]) => {
    asked.push(typeof statement === 'string' ? statement : statement.text)
    return query(statement, ...given)
  }
  Object.assign(client, { query: note })
}

test('a statement that is sent ahead is followed by COMMIT before it is answered', async () => {
  const own = openDatabase({ url: testDatabase.url, applicationName: 'test', maxConnections: 1 })
  const asked: unknown[] = []
  own.pool.on('connect', (client) => noteStatements(client, asked))
  const holder = await testDatabase.connectAsOwner().pool.connect()
  await holder.query('select pg_advisory_lock(7)')
  const held = own.db.transaction(async (tx) => {
    await add(tx, 'apple')
    void sendAhead(tx, () => send(tx, 'select pg_advisory_xact_lock(7)'))
  })
  await expect.poll(() => asked.at(-1)).toBe('commit')
  expect(await stored()).toEqual([])
  await holder.query('select pg_advisory_unlock(7)')
  holder.release()
  await held
  expect(await stored()).toEqual([{ name: 'apple' }])
  await own.close()
})

test('if a statement that was sent ahead fails, so does its transaction, and nothing is committed', async () => {
  const failing = database.db.transaction(async (tx) => {
    await add(tx, 'apple')
    void sendAhead(tx, () => send(tx, addApple))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual([])
})

test('a transaction fails with the error of the statement that was sent ahead, not with those that this causes later', async () => {
  const failing = database.db.transaction(async (tx) => {
    await add(tx, 'apple')
    void sendAhead(tx, () => send(tx, addApple))
    await add(tx, 'pear')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await stored()).toEqual([])
})

test('a statement that was sent ahead is rolled back when the work throws, and the transaction fails with that error', async () => {
  const failing = database.db.transaction(async (tx) => {
    void sendAhead(tx, () => send(tx, addApple))
    throw new Error('worm')
  })
  await expect(failing).rejects.toThrow('worm')
  expect(await stored()).toEqual([])
})

test('a query that is sent only when it is awaited cannot be sent ahead', async () => {
  const late = database.db.transaction(async (tx) => {
    await add(tx, 'apple')
    void sendAhead(tx, () => add(tx, 'pear'))
  })
  await expect(late).rejects.toThrow('cannot be sent ahead')
  expect(await stored()).toEqual([])
})

test('nothing can be sent ahead outside of a transaction', async () => {
  expect(sendOutside).toThrow('outside of a transaction')
  expect(await stored()).toEqual([])
})
