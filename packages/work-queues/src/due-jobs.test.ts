import { installQueues, openQueues, type Queues } from '@waypost/postgres'
import { createTestDatabase, waitFor, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueJobs, laterName, laterQueue } from './enqueue-jobs.ts'
import { startPromoting } from './promote-due-jobs.ts'

const schema = 'watched_jobs'
const hourMs = 3_600_000
const queue = { name: 'watched', notify: false, retryDelay: 2 }

let database: TestDatabase
let own: ReturnType<TestDatabase['connectAsOwner']>
let queues: Queues
let woken: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  own = database.connectAsOwner()
  await installQueues(database.url, {
    schema,
    queues: [queue, laterQueue(queue)],
    producers: [],
    consumers: ['waypost_dashboard'],
  })
})
afterAll(() => database.drop())
beforeEach(async () => {
  woken = []
  queues = await openQueues({
    url: database.url,
    applicationName: 'test',
    schema,
    // Only what is known to be due is looked for.
    lookForDueMs: hourMs,
    onError: (error) => woken.push(error.message),
  })
})
afterEach(async () => {
  await queues.close()
  await own.db.execute(sql`delete from watched_jobs.job`)
})

const watch = (name: string, isByTime: boolean) =>
  queues.boss.onDue(name, () => woken.push(name), { isByTime })
const insert = (name: string, inMs: number, priority = 0) =>
  own.db.execute(sql`
    insert into watched_jobs.job (name, start_after, priority)
    values (${name}, now() + ${inMs} * interval '1 ms', ${priority})`)
const enqueueAt = (startAfter: Date) =>
  own.db.transaction((tx) =>
    enqueueJobs(tx, queues.boss, queue.name, [{ ownerId: 'ada', data: {}, startAfter }]),
  )
const enqueueLater = (inMs: number) => enqueueAt(new Date(Date.now() + inMs))
const countQueued = async (name: string) =>
  (await own.db.execute(sql`select from watched_jobs.job where name = ${name}`)).rowCount

test('a job of which nobody was told is found when it becomes due', async () => {
  await insert(queue.name, 400)
  await insert(queue.name, hourMs, 5)
  watch(queue.name, false)
  await waitFor('the job', () => woken.length > 0)
  const due = await own.db.execute(sql`select from watched_jobs.job where start_after <= now()`)
  expect(due.rowCount).toBe(1)
  expect(new Set(woken)).toEqual(new Set([queue.name]))
})

test('a due job is found again while it waits, however many attempts wait before it', async () => {
  await own.db.execute(sql`
    insert into watched_jobs.job (name, start_after, priority)
    select ${queue.name}, now() + interval '1 hour', 10 from generate_series(1, 2000)`)
  await insert(queue.name, -1000)
  watch(queue.name, false)
  await waitFor('two looks', () => woken.length > 1)
})

test('of a queue ordered by time only the head is read, and an empty one wakes nobody', async () => {
  await insert(laterName(queue.name), hourMs, -3600)
  await insert(laterName(queue.name), 300, -1)
  watch(queue.name, false)
  watch(laterName(queue.name), true)
  await waitFor('the head', () => woken.length > 0)
  expect(new Set(woken)).toEqual(new Set([laterName(queue.name)]))
})

test('a later job is promoted when it is due, and those that follow each at their time', async () => {
  let promoted = 0
  const stop = startPromoting(
    { db: own.db, work: queues.boss },
    queue.name,
    (error) => woken.push(String(error)),
    () => (promoted += 1),
  )
  await enqueueLater(hourMs)
  await enqueueLater(300)
  await enqueueLater(1500)
  await waitFor('the first', async () => (await countQueued(queue.name)) === 1)
  await waitFor('the second', async () => (await countQueued(queue.name)) === 2)
  expect(promoted).toBe(2)
  expect(await countQueued(laterName(queue.name))).toBe(1)
  await stop()
  expect(woken).toEqual([])
})

test.each([0, 400, 999, 59_001])(
  'a job that is due %i ms after a second has the same place by the function of the database',
  async (ms) => {
    const startAfter = new Date(Date.UTC(2030, 0) + ms)
    await enqueueAt(startAfter)
    await own.db.execute(
      sql`select watched_jobs.enqueue_at('watched-later', '[{"ownerId": "a"}]', ${startAfter})`,
    )
    const { rows } = await own.db.execute<{ priority: number }>(sql`
      select priority, start_after from watched_jobs.job where name = 'watched-later'`)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
    const second = Math.floor(ms / 1000)
    expect(rows[0]!.priority).toBe((Date.UTC(2026, 0) - Date.UTC(2030, 0)) / 1000 - second)
  },
)
