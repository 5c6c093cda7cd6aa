import { openQueues, type Db, type Queues } from '@waypost/postgres'
import { createTestDatabase, waitFor, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announceDeliveries } from './announce-deliveries.ts'
import { automationChannel as channel } from './channels/automation.ts'

const role = 'waypost_automation_api'

let database: TestDatabase
let queues: Queues
let db: Db
let heard = 0

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.connectAs(role).db
  const options = { url: database.url, role, applicationName: 'test', onError: () => {} }
  queues = await openQueues({ ...options, schema: channel.outboxSchema })
  await queues.listen(channel.outboxSchema, () => (heard += 1))
})
afterAll(async () => {
  await queues.close()
  await database.drop()
})
beforeEach(() => {
  heard = 0
})

const announce = (tx: Db) => announceDeliveries(tx, { channel, boss: queues.boss })

test('deliveries are announced once their transaction is committed, and not before', async () => {
  await db.transaction(async (tx) => {
    announce(tx)
    await db.execute(sql`select pg_notify(${channel.outboxSchema}, 'before')`)
    await waitFor('another announcement', () => heard === 1)
  })
  await waitFor('the announcement', () => heard === 2)
})

test('deliveries whose transaction is rolled back are not announced', async () => {
  const failing = db.transaction(async (tx) => {
    announce(tx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await db.execute(sql`select pg_notify(${channel.outboxSchema}, 'later')`)
  await waitFor('a later announcement', () => heard > 0)
  expect(heard).toBe(1)
})

test('what is committed during an announcement is announced again, once for all of it', async () => {
  await Promise.all(Array.from({ length: 50 }, () => db.transaction(async (tx) => announce(tx))))
  await db.transaction(async (tx) => announce(tx))
  await waitFor('announcements', () => heard >= 2)
  expect(heard).toBeLessThan(51)
})
