import { openQueues } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openQueueBed, queue, role, schema } from './test-queue.ts'

const { bed, add, work } = openQueueBed()

test('a job in progress keeps its heartbeat', async () => {
  const { db } = bed.database.connectAsOwner()
  await add(1)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const stop = await work({ atATime: 2 }, async () => {
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  await db.execute(sql`update tested_jobs.job set heartbeat_on = heartbeat_on - interval '1 hour'`)
  bed.repeated.get(30_000)!()
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
  const deleteJob = bed.queues.boss.deleteJob.bind(bed.queues.boss)
  let refusals = 1
  bed.queues.boss.deleteJob = (...given: Parameters<typeof deleteJob>) =>
    refusals-- > 0 ? Promise.reject(new Error('the database restarts')) : deleteJob(...given)
  await add(1)
  let done = 0
  const stop = await work({ atATime: 2 }, async () => void (done += 1))
  await waitFor('the record', async () => (await bed.queues.boss.findJobs(queue)).length === 0)
  await stop()
  expect(done).toBe(1)
})

test('a job that has not ended when it expires fails, and leaves its place to the next', async () => {
  await bed.queues.boss.insert(queue, [{ data: { number: 0 }, expireInSeconds: 1 }, { data: { number: 1 } }])
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

test('a process that keeps plans of its statements takes over the jobs of one that died', async () => {
  const keeping = await openQueues({
    url: bed.database.url,
    role,
    applicationName: 'test',
    schema,
    prepare: true,
    onError: () => {},
  })
  try {
    await add(1)
    const [claimed] = await bed.queues.boss.fetch(queue)
    await bed.database
      .connectAsOwner()
      .db.execute(sql`update tested_jobs.job set started_on = started_on - interval '1 day'`)
    await keeping.boss.supervise(queue)
    const [job] = await bed.queues.boss.findJobs(queue, { id: claimed!.id })
    expect(job).toMatchObject({ state: 'retry' })
  } finally {
    await keeping.close()
  }
})

test('looking for the jobs of processes that died reads none of those that are done', async () => {
  const { db } = bed.database.connectAsOwner()
  /** As a process does every few seconds; a session reports what it has read when it ends, at the latest. */
  const supervise = async () => {
    const other = await openQueues({
      url: bed.database.url,
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
