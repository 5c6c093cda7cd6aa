import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterCommit, connectionConfig, openDatabase, type Database, type Db } from './database.ts'
import { isUnavailable } from './is-unavailable.ts'

let testDatabase: TestDatabase
let database: Database

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, applicationName: 'victim', maxConnections: 1 })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const killVictims = () =>
  testDatabase
    .connectAsOwner()
    .db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`)
const stored = async () => (await database.db.execute(sql`select * from fruit`)).rows
const named = (text: string) => ({ name: 'known', text })
const add = (tx: Db, fruit: string) => tx.execute(sql`insert into fruit values (${fruit})`)
const one = () => database.db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)

test('a connection that dies during a transaction fails that transaction with its cause, and no other', async () => {
  await expect(
    database.db.transaction(async (tx) => {
      await killVictims()
      await tx.execute(sql`select 1`)
    }),
  ).rejects.toThrow('Failed query: select 1')
  expect(await one()).toEqual([{ one: 1 }])
})

test('connections that die while idle take no place in the pool', async () => {
  for (let round = 0; round < 3; round += 1) {
    await one()
    await killVictims()
    await one().catch(() => {})
  }
  expect(await one()).toEqual([{ one: 1 }])
})

test('a transaction whose work throws is rolled back, and throws the same error', async () => {
  await database.db.execute(sql`create table fruit (name text)`)
  await expect(
    database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into fruit values ('apple')`)
      throw new Error('worm')
    }),
  ).rejects.toThrow('worm')
  expect((await database.db.execute(sql`select * from fruit`)).rows).toEqual([])
})

test('a connection whose server takes no writes any more is replaced, and the error says that the database is unavailable', async () => {
  await database.db.execute(sql`create table fruit (name text)`)
  await database.db.execute(sql`set default_transaction_read_only = on`)
  const failed = database.db.transaction((tx) => add(tx, 'apple'))
  expect(isUnavailable(await failed.catch((error: unknown) => error))).toBe(true)
  await database.db.transaction((tx) => add(tx, 'pear'))
  expect(await stored()).toEqual([{ name: 'pear' }])
})

test('a process gives a statement up that is not answered within five minutes, and its connection; a command of the operator goes on', async () => {
  const lock = sql`select pg_advisory_xact_lock(1)`
  const options = { url: testDatabase.url, applicationName: 'test', maxConnections: 1 }
  const asProcess = openDatabase({ ...options, role: 'waypost_dispatcher' })
  await asProcess.db.execute(sql`select 1`)
  await one()
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holding = testDatabase.connectAsOwner().db.transaction(async (tx) => {
    await tx.execute(lock)
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const givenUp = asProcess.db.execute(lock).catch((error: unknown) => error)
    const waiting = database.db.execute(lock)
    await vi.advanceTimersByTimeAsync(300_000)
    const error = await givenUp
    expect(isUnavailable(error)).toBe(true)
    vi.useRealTimers()
    expect((await asProcess.db.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }])
    held.resolve()
    await Promise.all([holding, waiting])
  } finally {
    vi.useRealTimers()
    held.resolve()
    await asProcess.close()
  }
})

describe('a transaction that could not begin', () => {
  beforeEach(async () => {
    await database.db.execute(sql`create table fruit (name text)`)
    // The session forgets what BEGIN is.
    await database.db.execute(sql`deallocate all`)
  })

  test('executes none of its statements, and the next transaction is well', async () => {
    await expect(database.db.transaction((tx) => add(tx, 'apple'))).rejects.toThrow(
      'Failed query: insert into fruit',
    )
    await database.db.transaction((tx) => add(tx, 'pear'))
    expect(await stored()).toEqual([{ name: 'pear' }])
  })

  test('executes none of those that were started together', async () => {
    const together = database.db.transaction((tx) => Promise.all([add(tx, 'apple'), add(tx, 'pear')]))
    await expect(together).rejects.toThrow('Failed query: insert into fruit')
    expect(await stored()).toEqual([])
  })

  test('fails, also where its work goes on after the error', async () => {
    const careless = database.db.transaction(async (tx) => {
      await add(tx, 'apple').catch(() => {})
      await add(tx, 'pear').catch(() => {})
    })
    await expect(careless).rejects.toThrow('prepared statement "begin" does not exist')
    expect(await stored()).toEqual([])
  })
})

test('a transaction whose work goes on after a statement that failed fails as well', async () => {
  await database.db.execute(sql`create table fruit (name text unique)`)
  const careless = database.db.transaction(async (tx) => {
    await add(tx, 'apple')
    await add(tx, 'apple').catch(() => {})
  })
  await expect(careless).rejects.toThrow('a statement of the transaction had failed')
  expect(await stored()).toEqual([])
})

test('statements whose text a connection knows by another name are refused, and the connection goes on', async () => {
  await database.pool.query(named('select 1 as one'))
  const confused = database.db.transaction(async (tx) => {
    const { $client: client } = tx as unknown as { $client: { query(config: object): Promise<unknown> } }
    await client.query(named('select 2 as two'))
  })
  await expect(confused).rejects.toThrow('Prepared statements must be unique')
  expect(await one()).toEqual([{ one: 1 }])
})

test('statements that are started together at the beginning of a transaction are all part of it', async () => {
  await database.db.execute(sql`create table fruit (name text)`)
  await expect(
    database.db.transaction(async (tx) => {
      await Promise.all([add(tx, 'apple'), add(tx, 'pear'), tx.execute(sql`select 1`)])
      throw new Error('worm')
    }),
  ).rejects.toThrow('worm')
  expect((await database.db.execute(sql`select * from fruit`)).rows).toEqual([])
})

test('a transaction without a statement leaves the next statement of its connection outside of one', async () => {
  await database.db.execute(sql`create table fruit (name text)`)
  await database.db.transaction(async () => {})
  await database.db.execute(sql`insert into fruit values ('apple')`)
  const { rows } = await testDatabase.connectAsOwner().db.execute(sql`select * from fruit`)
  expect(rows).toEqual([{ name: 'apple' }])
})

test('a nested transaction is refused', async () => {
  await expect(database.db.transaction((tx) => tx.transaction(async () => {}))).rejects.toThrow(
    'already open',
  )
})

test('what follows a commit is called after it, and never after a rollback', async () => {
  const called: string[] = []
  await database.db.transaction(async (tx) => {
    afterCommit(tx, () => called.push('committed'))
    await tx.execute(sql`select 1`)
    expect(called).toEqual([])
  })
  const failing = database.db.transaction(async (tx) => {
    afterCommit(tx, () => called.push('rolled back'))
    throw new Error('worm')
  })
  await expect(failing).rejects.toThrow('worm')
  await one()
  afterCommit(database.db, () => called.push('outside'))
  expect(called).toEqual(['committed', 'outside'])
})

test('options of the URL win over the settings of a process, and not over its role', async () => {
  const url = new URL(testDatabase.url)
  url.searchParams.set('options', '-c plan_cache_mode=auto -c role=none -c work_mem=5MB')
  const own = openDatabase({
    url: url.href,
    role: 'waypost_dispatcher',
    applicationName: 'test',
    settings: { plan_cache_mode: 'force_generic_plan' },
  })
  const { rows } = await own.db.execute(sql`
    select current_user as role, current_setting('plan_cache_mode') as plans, current_setting('work_mem') as memory
  `)
  await own.close()
  expect(rows).toEqual([{ role: 'waypost_dispatcher', plans: 'auto', memory: '5MB' }])
})

test('options of a URL of a socket, which has no host, leave a process its role', () => {
  const { connectionString, options } = connectionConfig({
    url: 'postgres://ada@/shop?host=/run/postgresql&options=-c%20work_mem%3D5MB&connect_timeout=5',
    role: 'waypost_dispatcher',
    applicationName: 'test',
  })
  expect(connectionString).toBe('postgres://ada@/shop?host=%2Frun%2Fpostgresql&connect_timeout=5')
  expect(options).toBe('-c role=waypost_dispatcher -c work_mem=5MB -c role=waypost_dispatcher')
})
