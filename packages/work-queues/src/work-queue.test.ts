import { carryTrace, currentSpan, startTracing, withSpan, type Span } from '@waypost/telemetry'
import { installQueues, openQueues, systemClock, type Clock, type Queues } from '@waypost/postgres'
import { createTestDatabase, startTraceCollector, waitFor, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { announcedPollingMs, workQueue, type WorkOptions } from './work-queue.ts'

interface Job {
  number: number
}

const schema = 'tested_jobs'
const queue = 'tested'
const role = 'waypost_dashboard'

let database: TestDatabase
let queues: Queues
beforeAll(async () => {
  database = await createTestDatabase()
  const options = {
    name: queue,
    notify: true,
    retryLimit: 5,
    retryDelay: 2,
    heartbeatSeconds: 60,
    expireInSeconds: 900,
  }
  await installQueues(database.url, { schema, queues: [options], producers: [], consumers: [role] })
})
afterAll(() => database.drop())
/** What the worker repeats, by its interval. */
const repeated = new Map<number, () => void>()
/** Whether the worker polls by itself. */
let polls = true
const clock: Clock = {
  ...systemClock,
  setInterval(fn, ms) {
    repeated.set(ms, fn)
    return systemClock.setInterval(polls || ms > announcedPollingMs ? fn : () => {}, ms)
  },
}
beforeEach(async () => {
  queues = await openQueues({
    clock,
    url: database.url,
    role,
    applicationName: 'test',
    schema,
    wakeOnInsert: true,
    onError: () => {},
  })
})
afterEach(async () => {
  polls = true
  await queues.boss.deleteAllJobs(queue)
  await queues.close()
})

const add = (count: number) =>
  queues.boss.insert(
    queue,
    Array.from({ length: count }, (_, number) => ({ data: { number } })),
  )

const work = (
  options: WorkOptions,
  attempt: (job: Job, retries: number) => Promise<void>,
  onError: (error: unknown, job: Job) => void = () => {},
) => workQueue<Job>(queues.boss, queue, options, attempt, onError)

test('jobs are done as they are announced, and without a poll between them', async () => {
  polls = false
  const done = new Set<number>()
  const stop = await work({ atATime: 40 }, async ({ number }) => void done.add(number))
  // The queue is empty, and the worker waits.
  await add(1)
  await waitFor('the first job', () => done.size === 1)
  await add(500)
  await waitFor('all jobs', () => done.size === 500)
  await stop()
})

test('a job that fails is retried, and the others of its batch are done once', async () => {
  const attempts = new Map<number, number>()
  const failures: Job[] = []
  const retried: number[] = []
  const attempt = async ({ number }: Job, retries: number) => {
    if (retries > 0) retried.push(number, retries)
    attempts.set(number, (attempts.get(number) ?? 0) + 1)
    if (number === 3 && attempts.get(3) === 1) throw new Error('not yet')
  }
  await add(10)
  const stop = await work({ atATime: 10 }, attempt, (_error, job) => failures.push(job))
  await waitFor('the second attempt', () => attempts.get(3) === 2)
  await stop()
  expect([...attempts.values()].toSorted()).toEqual([...Array<number>(9).fill(1), 2])
  expect(failures).toEqual([{ number: 3 }])
  expect(retried).toEqual([3, 1])
})

test('a slow job takes up one place, and delays no other job', async () => {
  await add(100)
  const done: number[] = []
  const ended = Promise.withResolvers<void>()
  const stop = await work({ atATime: 4 }, async ({ number }) => {
    if (number === 0) await ended.promise
    done.push(number)
  })
  await waitFor('the others', () => done.length === 99)
  ended.resolve()
  await stop()
  expect(done.at(-1)).toBe(0)
})

test('no more jobs are in progress than the worker has places', async () => {
  await add(30)
  let inProgress = 0
  let most = 0
  let done = 0
  const stop = await work({ atATime: 3 }, async () => {
    inProgress += 1
    most = Math.max(most, inProgress)
    await new Promise((resolve) => setImmediate(resolve))
    inProgress -= 1
    done += 1
  })
  await waitFor('all jobs', () => done === 30)
  await stop()
  expect(most).toBe(3)
})

test('a stopped worker has finished its jobs, and claims none after', async () => {
  await add(10)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let finished = 0
  const stop = await work({ atATime: 2 }, async () => {
    begun.resolve()
    await ended.promise
    finished += 1
  })
  await begun.promise
  const stopped = stop()
  ended.resolve()
  await stopped
  const states = await queues.boss.findJobs(queue)
  expect(states.filter(({ state }) => state === 'completed')).toHaveLength(finished)
  expect(states.filter(({ state }) => state === 'created')).toHaveLength(10 - finished)
})

test('a job in progress keeps its heartbeat', async () => {
  const { db } = database.connectAsOwner()
  await add(1)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const stop = await work({ atATime: 2 }, async () => {
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  await db.execute(sql`update tested_jobs.job set heartbeat_on = heartbeat_on - interval '1 hour'`)
  repeated.get(30_000)!()
  await waitFor('a heartbeat', async () => {
    const beats = await db.execute(
      sql`select from tested_jobs.job where heartbeat_on > now() - interval '1 minute'`,
    )
    return beats.rowCount === 1
  })
  ended.resolve()
  await stop()
})

test('a job that was done is not done again because that could not be recorded at once', async () => {
  const complete = queues.boss.complete.bind(queues.boss)
  let refusals = 1
  queues.boss.complete = (...given: Parameters<typeof complete>) =>
    refusals-- > 0 ? Promise.reject(new Error('the database restarts')) : complete(...given)
  await add(1)
  let done = 0
  const stop = await work({ atATime: 2 }, async () => void (done += 1))
  await waitFor('the record', async () => (await queues.boss.findJobs(queue))[0]?.state === 'completed')
  await stop()
  expect(done).toBe(1)
})

test('a job that has not ended when it expires fails, and leaves its place to the next', async () => {
  await queues.boss.insert(queue, [{ data: { number: 0 }, expireInSeconds: 1 }, { data: { number: 1 } }])
  const errors: unknown[] = []
  const done = Promise.withResolvers<void>()
  const stop = await work(
    { atATime: 1 },
    async ({ number }) => {
      if (number === 0) await new Promise<never>(() => {})
      done.resolve()
    },
    (error) => errors.push(error),
  )
  await done.promise
  await stop()
  expect(errors).toMatchObject([{ message: 'was not done within 1 s' }])
})

test('a job continues the trace of its enqueuer, and a job without one starts a trace', async () => {
  const collector = await startTraceCollector()
  const stopTracing = await startTracing({
    serviceName: 'tested',
    endpoint: collector.url,
    headers: {},
    sampler: 'always_on',
    samplerRatio: 1,
    resourceAttributes: {},
    onProblem: () => {},
  })
  const spans = new Map<number, Span>()
  await add(1)
  await withSpan('request', {}, () => queues.boss.insert(queue, [{ data: { number: 1, ...carryTrace() } }]))
  const attempt = async ({ number }: Job) => {
    spans.set(number, currentSpan()!)
    if (number === 1) throw new TypeError('hush')
  }
  const stop = await work({ atATime: 10 }, attempt)
  await waitFor('both jobs', () => spans.size === 2)
  await stop()
  await stopTracing()
  const request = await collector.waitForSpan('request')
  const spanOf = (number: number) =>
    collector.spans.find(({ spanId }) => spanId === spans.get(number)!.ids.span_id)
  expect(spanOf(1)).toMatchObject({
    name: 'process tested',
    kind: 'consumer',
    traceId: request.traceId,
    parentSpanId: request.spanId,
    isError: true,
  })
  expect(spanOf(0)).toMatchObject({ parentSpanId: undefined, isError: false })
  expect(JSON.stringify(collector.spans)).not.toContain('hush')
  await collector.close()
})

test('a process that keeps plans of its statements takes over the jobs of one that died', async () => {
  const keeping = await openQueues({
    url: database.url,
    role,
    applicationName: 'test',
    schema,
    prepare: true,
    onError: () => {},
  })
  try {
    await add(1)
    const [claimed] = await queues.boss.fetch(queue)
    await database
      .connectAsOwner()
      .db.execute(sql`update tested_jobs.job set started_on = started_on - interval '1 day'`)
    await keeping.boss.supervise(queue)
    const [job] = await queues.boss.findJobs(queue, { id: claimed!.id })
    expect(job).toMatchObject({ state: 'retry' })
  } finally {
    await keeping.close()
  }
})

test('looking for the jobs of processes that died reads none of those that are done', async () => {
  const { db } = database.connectAsOwner()
  /** As a process does every few seconds; a session reports what it has read when it ends, at the latest. */
  const supervise = async () => {
    const other = await openQueues({
      url: database.url,
      role,
      applicationName: 'supervisor',
      schema,
      onError: () => {},
    })
    await other.boss.supervise(queue)
    await other.close()
    await waitFor('the end of its sessions', async () => {
      const sessions = await db.execute(
        sql`select from pg_stat_activity where application_name = 'supervisor'`,
      )
      return sessions.rowCount === 0
    })
  }
  const countRead = async () => {
    const { rows } = await db.execute<{ read: string }>(sql`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables
      where schemaname = ${schema} and relname = 'job_common'`)
    return Number(rows[0]!.read)
  }
  // The first one also deletes what is old.
  await supervise()
  await db.execute(sql`
    insert into tested_jobs.job (name, state, started_on, completed_on)
    select ${queue}, 'completed', now(), now() from generate_series(1, 20000)`)
  await db.execute(sql`
    insert into tested_jobs.job (name, state, started_on, retry_limit, expire_seconds)
    values (${queue}, 'active', now() - interval '1 minute', 1, 1)`)
  await db.execute(sql`update tested_jobs.queue set monitor_claim_on = now() - interval '1 minute'`)
  await db.execute(sql`select pg_stat_force_next_flush()`)

  const before = await countRead()
  await supervise()
  const read = (await countRead()) - before
  const taken = await db.execute(sql`select from tested_jobs.job where state = 'retry'`)
  expect(taken.rowCount).toBe(1)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(100)
})
