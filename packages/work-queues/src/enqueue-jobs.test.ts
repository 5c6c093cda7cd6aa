import {
  installQueues,
  openDatabase,
  openQueues,
  type Database,
  type Db,
  type Queues,
} from '@waypost/postgres'
import { createRandom, createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueueJobs, laterQueue } from './enqueue-jobs.ts'
import { listTopOwners } from './list-top-owners.ts'
import { promoteDueJobs } from './promote-due-jobs.ts'

const schema = 'tested_jobs'
const queue = { name: 'tested', notify: true, retryLimit: 5, retryDelay: 2 }
const role = 'waypost_dashboard'
// With a table of its own.
const separate = { ...queue, name: 'separate', partition: true }
const installed = { schema, queues: [queue, laterQueue(queue), separate], producers: [], consumers: [role] }

let database: TestDatabase
let own: Database
let queues: Queues
beforeAll(async () => {
  database = await createTestDatabase()
  await installQueues(database.url, installed)
  await installQueues(database.url, installed)
  own = openDatabase({ url: database.url, role, applicationName: 'test', maxConnections: 20 })
  queues = await openQueues({ url: database.url, role, applicationName: 'test', schema, onError: () => {} })
})
afterAll(async () => {
  await queues.close()
  await own.close()
  await database.drop()
})
afterEach(() => own.db.execute(sql`delete from tested_jobs.job`))

const jobsOf = (ownerId: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ ownerId, data: { name: `${ownerId}${from + index}` } }))
const enqueue = (jobs: ReturnType<typeof jobsOf>, into = queue.name) =>
  own.db.transaction((tx) => enqueueJobs(tx, queues.boss, into, jobs))
const enqueueOfBoth = (tx: Db) =>
  enqueueJobs(tx, queues.boss, queue.name, [...jobsOf('a', 1), ...jobsOf('b', 1)])
/** One by one: a batch comes in no order. */
const claim = async (count: number, from = queue.name): Promise<string[]> => {
  const names: string[] = []
  for (let left = count; left > 0; left -= 1) {
    const [job] = await queues.boss.fetch<{ name: string }>(from)
    if (!job) break
    names.push(job.data.name)
  }
  return names
}

const backlog = async () => {
  const { rows } = await own.db.execute(sql`
    select due, round(oldest_seconds) as oldest, round(starved_seconds) as starved from tested_jobs.backlog`)
  return rows
}
const age = (ownerId: string, seconds: number) =>
  own.db.execute(sql`
    update tested_jobs.job set start_after = now() - make_interval(secs => ${seconds})
    where state < 'active' and data ->> 'ownerId' = ${ownerId}`)

test.each([
  ['alone', queue.name, 1],
  ['with another', queue.name, 2],
  ['alone in a table of their own', separate.name, 1],
  ['with another in a table of their own', separate.name, 2],
])(
  'jobs that are enqueued %s have what pg-boss itself gives to jobs of their queue',
  async (_how, into, count) => {
    await queues.boss.insert(into, [{ data: { ownerId: 'a', name: 'theirs' } }])
    await enqueue(jobsOf('a', count), into)
    const { rows } = await own.db.execute<{ settings: object; jobs: number }>(sql`
      select to_jsonb(job) - '{id,data,priority,created_on,start_after,keep_until}'::text[]
        || jsonb_build_object('kept', keep_until - start_after) as settings, count(*)::integer as jobs
      from tested_jobs.job group by settings`)
    expect(rows.map(({ jobs }) => jobs)).toEqual([1 + count])
    expect(rows[0]!.settings).toMatchObject({ name: into, state: 'created', retry_limit: 5, retry_delay: 2 })
  },
)

test.each([queue.name, separate.name])(
  'jobs that are enqueued one by one in "%s" take turns by owner',
  async (into) => {
    for (const job of [...jobsOf('a', 3), ...jobsOf('b', 2), ...jobsOf('c', 1)]) await enqueue([job], into)
    expect(await claim(6, into)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  },
)

test('an installation replaces the functions of an earlier version', async () => {
  const owner = database.connectAsOwner().db
  await owner.execute(sql`
    create function tested_jobs.enqueue_at(queue_name text, jobs jsonb, due_at timestamptz, priorities integer[] default null)
      returns void language sql as 'select'`)
  await installQueues(database.url, installed)
  await own.db.execute(
    sql`select tested_jobs.enqueue_at('tested-later', '[{"ownerId": "a"}]', now() + interval '1 hour')`,
  )
  const { rows } = await own.db.execute(sql`select name from tested_jobs.job`)
  expect(rows).toEqual([{ name: 'tested-later' }])
})

test('a transaction that enqueues does not lock the row of its queue', async () => {
  const { db } = database.connectAsOwner()
  await own.db.transaction(async (tx) => {
    await enqueueOfBoth(tx)
    // Now, and not at the commit.
    await tx.execute(sql`set constraints all immediate`)
    const { rows } = await db.execute(
      sql`select name from tested_jobs.queue where name = ${queue.name} for update skip locked`,
    )
    expect(rows).toEqual([{ name: queue.name }])
  })
})

test('an enqueue to a queue that does not exist fails', async () => {
  const jobs = jobsOf('a', 1)
  await expect(own.db.transaction((tx) => enqueueJobs(tx, queues.boss, 'nowhere', jobs))).rejects.toThrow(
    'no rows',
  )
})

test('an owner’s first job starts before another owner’s second', async () => {
  await enqueue(jobsOf('a', 30))
  expect(await claim(4)).toEqual(['a1', 'a2', 'a3', 'a4'])
  await enqueue(jobsOf('b', 2))
  await enqueue(jobsOf('c', 1))
  expect(await claim(6)).toEqual(['a5', 'b1', 'c1', 'a6', 'b2', 'a7'])
})

test('the jobs of an owner who is alone start in the order in which they were enqueued', async () => {
  for (const from of [1, 4, 7]) await enqueue(jobsOf('a', 3, from))
  expect(await claim(9)).toEqual(Array.from({ length: 9 }, (_, index) => `a${index + 1}`))
})

test('owners who are enqueued together take turns, each in its own order', async () => {
  await enqueue([...jobsOf('a', 3), ...jobsOf('b', 2), ...jobsOf('c', 1)])
  expect(await claim(6)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('what an owner used while nobody else waited is not held against it', async () => {
  await enqueue(jobsOf('a', 50))
  await claim(50)
  await enqueue(jobsOf('b', 5))
  await enqueue(jobsOf('a', 2, 51))
  expect(await claim(4)).toEqual(['b1', 'a51', 'b2', 'a52'])
})

test('no order of arrivals lets an owner start two jobs while another one’s first waits', async () => {
  const random = createRandom(7)
  const waiting: { ownerId: string; name: string }[] = []
  // Of each owner that waits: how many jobs the others have started since its first one came to be the first.
  const started = new Map<string, Map<string, number>>()
  let number = 0
  for (let round = 0; round < 300; round += 1) {
    if (random.integer(2) === 0) {
      const ownerId = random.pick(['a', 'a', 'a', 'b', 'c', 'd'])
      const jobs = jobsOf(ownerId, 1 + random.integer(ownerId === 'a' ? 12 : 2), number + 1)
      number += jobs.length
      await enqueue(jobs)
      if (!started.has(ownerId)) started.set(ownerId, new Map())
      waiting.push(...jobs.map(({ data }) => ({ ownerId, name: data.name })))
    }
    for (const name of await claim(1 + random.integer(3))) {
      const index = waiting.findIndex((job) => job.name === name)
      const { ownerId } = waiting[index]!
      waiting.splice(index, 1)
      expect(waiting.slice(0, index).some((job) => job.ownerId === ownerId)).toBe(false)
      if (waiting.some((job) => job.ownerId === ownerId)) started.set(ownerId, new Map())
      else started.delete(ownerId)
      for (const [other, counts] of started) {
        if (other === ownerId) continue
        counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1)
        expect(counts.get(ownerId)).toBeLessThanOrEqual(1)
      }
    }
  }
})

test('enqueueing in many transactions at once gains an owner nothing', async () => {
  const { promise: all, resolve: commit } = Promise.withResolvers<void>()
  let enqueued = 0
  const transactions = Array.from({ length: 16 }, (_, index) =>
    own.db.transaction(async (tx) => {
      await enqueueJobs(tx, queues.boss, queue.name, jobsOf('a', 1, index + 1))
      enqueued += 1
      if (enqueued === 16) commit()
      await all
    }),
  )
  await Promise.all(transactions)
  await enqueue(jobsOf('b', 2))
  // Sixteen jobs at sixteen random places: seven of them at one place would be as likely as one in a hundred thousand.
  expect((await claim(10)).indexOf('b1')).toBeLessThan(7)
})

test('a later job is in nobody’s way, and takes its turn when it is due, once', async () => {
  const startAfter = new Date(Date.now() + 3_600_000)
  await own.db.transaction((tx) =>
    enqueueJobs(tx, queues.boss, queue.name, [{ ...jobsOf('a', 1)[0]!, startAfter }, ...jobsOf('a', 2, 2)]),
  )
  await enqueue(jobsOf('b', 1))
  const promote = () => own.db.transaction((tx) => promoteDueJobs(tx, queues.boss, queue.name))
  expect(await promote()).toBe(0)
  expect(await claim(2)).toEqual(['a2', 'b1'])

  await own.db.execute(sql`update tested_jobs.job set start_after = now() where name = 'tested-later'`)
  expect(await Promise.all([promote(), promote()])).toContain(1)
  await enqueue(jobsOf('b', 1, 2))
  expect(await claim(5)).toEqual(['a3', 'b2', 'a1'])
})

test('the backlog shows how long an owner has waited of whom no job is in progress', async () => {
  await enqueue(jobsOf('a', 3))
  expect(await claim(1)).toEqual(['a1'])
  await age('a', 300)
  expect(await backlog()).toEqual([{ due: '2', oldest: 300, starved: 0 }])
  await enqueue(jobsOf('b', 1))
  await age('b', 40)
  expect(await backlog()).toEqual([{ due: '3', oldest: 300, starved: 40 }])
})

test('the owners with most in a queue are listed, those with most first', async () => {
  await enqueue([...jobsOf('a', 1), ...jobsOf('b', 4), ...jobsOf('c', 2)])
  expect(await claim(2)).toEqual(['a1', 'b1'])
  const top = await listTopOwners(own.db, queues.boss, 2)
  expect(top.map(({ queue: name, ownerId, waiting, active }) => [name, ownerId, waiting, active])).toEqual([
    ['tested', 'b', 3, 1],
    ['tested', 'c', 2, 0],
  ])
})
