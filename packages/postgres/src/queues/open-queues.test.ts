import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { installQueues } from './install-queues.ts'
import { openQueues } from './open-queues.ts'

const schema = 'opened_jobs'
const role = `login_${randomBytes(6).toString('hex')}`
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database.connectAsOwner()
  await db.execute(sql`create role ${sql.identifier(role)} login password 'secret' connection limit 1`)
  await installQueues(database.url, { schema, queues: [], producers: [], consumers: [role] })
})
afterAll(async () => {
  const { db } = database.connectAsOwner()
  await db.execute(sql`drop owned by ${sql.identifier(role)}`)
  await db.execute(sql`drop role ${sql.identifier(role)}`)
  await database.drop()
})

test('queues that cannot listen leave no connection open', async () => {
  const url = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href
  const opening = openQueues({ url, applicationName: 'test', schema, wakeOnInsert: true, onError: () => {} })
  await expect(opening).rejects.toThrow('too many connections for role')
  const connections = async () => {
    const { db } = database.connectAsOwner()
    const { rows } = await db.execute(sql`select state from pg_stat_activity where usename = ${role}`)
    return rows
  }
  await expect.poll(connections).toEqual([])
})
