import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { watchDue, type WatchedWork } from './watch-due.ts'

let testDatabase: TestDatabase
let database: Database
let done: string[]
let errors: unknown[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'test', maxConnections: 2 })
  await database.db.execute(sql`create table due (name text)`)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})
beforeEach(() => {
  done = []
  errors = []
})
afterEach(() => database.db.execute(sql`delete from due`))

const addDue = (name: string) => database.db.execute(sql`insert into due values (${name})`)
const workOf = (name: string, work: WatchedWork['work'] = async () => {}): WatchedWork => ({
  name,
  among: () => sql`select from due where name = ${name}`,
  work: async (stopping) => {
    done.push(name)
    await database.db.execute(sql`delete from due where name = ${name}`)
    await work(stopping)
  },
})
const watch = (...works: WatchedWork[]) =>
  watchDue(database.db, works, { everyMs: 5, onError: (error, name) => errors.push([error, name]) })

test('of several works, those are done that have something to do, each time that they have', async () => {
  await addDue('one')
  await addDue('three')
  const stop = watch(workOf('one'), workOf('two'), workOf('three'))
  await expect.poll(() => done.toSorted()).toEqual(['one', 'three'])
  await addDue('two')
  await addDue('one')
  await expect.poll(() => done.toSorted()).toEqual(['one', 'one', 'three', 'two'])
  await stop()
  expect(errors).toEqual([])
})

test('a work that takes long holds up no other, is not begun twice, and is waited for by the stop', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  await addDue('slow')
  const stop = watch(
    workOf('slow', () => end),
    workOf('quick'),
  )
  await expect.poll(() => done).toEqual(['slow'])
  await addDue('slow')
  await addDue('quick')
  await expect.poll(() => done).toEqual(['slow', 'quick'])
  await addDue('quick')
  await expect.poll(() => done).toEqual(['slow', 'quick', 'quick'])
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  expect(isStopped).toBe(false)
  resolve()
  await stopped
  expect(done).toEqual(['slow', 'quick', 'quick'])
})

test('a work that fails is reported by its name, and looked for again', async () => {
  await addDue('broken')
  const stop = watch(workOf('broken', () => Promise.reject(new Error('no luck'))))
  await expect.poll(() => errors).toEqual([[new Error('no luck'), 'broken']])
  await addDue('broken')
  await expect.poll(() => done).toEqual(['broken', 'broken'])
  await stop()
})
