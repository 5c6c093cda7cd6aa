import { isDueSql, openDatabase, type Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enqueueJobs } from './enqueue-jobs.ts'
import { openQueueBed, queue, role, schema } from './test-queue.ts'

const { bed } = openQueueBed()

test.each([[['a']], [['a', 'b']]])(
  'an enqueue of jobs of %j reads no more of a long queue than of a short one, whenever it was planned',
  async (owners) => {
    const enqueue = (tx: Db) =>
      enqueueJobs(
        tx,
        bed.queues.boss,
        queue,
        owners.map((ownerId) => ({ ownerId, data: {} })),
      )
    const owner = openDatabase({ url: bed.database.url, applicationName: 'test', maxConnections: 1 })
    const fill = (count: number) =>
      owner.db.execute(sql`
      insert into tested_jobs.job (name, data, priority)
      select 'tested', json_build_object('ownerId', 'a'), -number from generate_series(1, ${count}::integer) as number`)
    // An index that has grown and is empty again looks dear to the planner, and any other as good for a few jobs.
    for (let round = 0; round < 3; round += 1) {
      await fill(20_000)
      await owner.db.execute(sql`delete from tested_jobs.job`)
    }
    await fill(3)
    await owner.db.execute(sql`analyze tested_jobs.job_common`)

    // In one session: it keeps its plans, and other sessions report what they have read when they like.
    const session = openDatabase({ url: bed.database.url, role, applicationName: 'test', maxConnections: 1 })
    await session.db.transaction(enqueue)
    await fill(20_000)
    const read = await session.db.transaction(async (tx) => {
      const count = async () => {
        const { rows } = await tx.execute<{ read: string }>(sql`
        select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables where schemaname = ${schema}`)
        return Number(rows[0]!.read)
      }
      const before = await count()
      await enqueue(tx)
      return (await count()) - before
    })
    await Promise.all([session.close(), owner.close()])
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(50)
  },
)

test('the job at the head of a queue is looked up by the queue alone, not by its time as well', async () => {
  const { db, close } = openDatabase({ url: bed.database.url, applicationName: 'test', maxConnections: 1 })
  await db.execute(sql`set enable_seqscan = off`)
  await db.execute(sql`set enable_bitmapscan = off`)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`
    explain (costs off) select priority from tested_jobs.job_common
    where name = 'tested' and state < 'active' and not blocked and ${sql.raw(isDueSql('now()'))}
    order by priority desc, created_on limit 1
  `)
  await close()
  const lines = rows.map((row) => row['QUERY PLAN'].trim())
  expect(lines.filter((line) => line.startsWith('Index Cond'))).toEqual([
    `Index Cond: (name = 'tested'::text)`,
  ])
})

test('jobs that are enqueued together are stored in the order of their turns, so that a claim reads neighbours', async () => {
  await bed.database.connectAsOwner().db.execute(sql`delete from tested_jobs.job`)
  const jobs = ['a', 'a', 'b', 'b'].map((ownerId) => ({ ownerId, data: {} }))
  await bed.database.connectAs(role).db.transaction((tx) => enqueueJobs(tx, bed.queues.boss, queue, jobs))
  const { rows } = await bed.database
    .connectAsOwner()
    .db.execute(sql`select data ->> 'ownerId' as owner from tested_jobs.job_common order by ctid`)
  expect(rows.map(({ owner }) => owner)).toEqual(['a', 'b', 'a', 'b'])
})
