import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { installQueues } from './install-queues.ts'
import { openQueues, type Queues } from './open-queues.ts'
import { superviseQueues } from './supervise-queues.ts'

const schema = 'supervised_jobs'
const role = 'waypost_dashboard'
const errors: Error[] = []
let database: TestDatabase
let queues: Queues

beforeAll(async () => {
  database = await createTestDatabase()
  await installQueues(database.url, { schema, queues: [{ name: 'work' }], producers: [], consumers: [role] })
  queues = await openQueues({ url: database.url, role, applicationName: 'test', schema, onError: () => {} })
})
afterAll(async () => {
  await queues.close()
  await database.drop()
})

const asOwner = (statement: string) => database.connectAsOwner().db.execute(sql.raw(statement))
const looksForActive = (text: string) => text.includes(`state = 'active') as is_any`)

test('while no job is active one statement is run, and the jobs of a worker that died are taken over at once', async () => {
  const { boss } = queues
  const statements: string[] = []
  const db = boss.getDb()
  const execute = db.executeSql.bind(db)
  db.executeSql = (text, values) => {
    statements.push(text)
    return execute(text, values)
  }
  const countLooks = () => statements.filter(looksForActive).length
  const supervision = superviseQueues(boss, (error) => errors.push(error))
  // The first look deletes what is old, whether a job is active or not.
  await expect.poll(() => statements.some((text) => text.includes('maintain_on'))).toBe(true)
  supervision.wake()
  await expect.poll(countLooks).toBe(2)
  statements.length = 0
  for (const looks of [1, 2, 3]) {
    supervision.wake()
    await expect.poll(countLooks).toBe(looks)
  }
  expect(statements.every(looksForActive)).toBe(true)

  await boss.insert('work', [{ data: {}, expireInSeconds: 1, retryLimit: 1 }])
  const [job] = await boss.fetch('work')
  await asOwner(`update ${schema}.job set started_on = started_on - interval '1 day'`)
  await asOwner(`update ${schema}.queue set monitor_claim_on = null`)
  supervision.wake()
  await expect
    .poll(async () => (await boss.findJobs('work', { id: job!.id }))[0])
    .toMatchObject({ state: 'retry' })
  await supervision.stop()
  expect(errors).toEqual([])
})
