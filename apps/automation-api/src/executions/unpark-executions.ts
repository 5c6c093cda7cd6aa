import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import { enqueueJobs } from '@waypost/work-queues'
import { executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { holdStarts } from './hold-starts.ts'
import { roomForRuns } from './room-for-runs.ts'
import { runQueue, runsChannel, type RunJob } from './run-queue.ts'

type Needed = Pick<Services, 'db' | 'work' | 'limits'>

const atATime = 100
const isParked = and(eq(executions.status, 'pending'), isNotNull(executions.parkedAt))

/**
 * Puts an owner's oldest parked executions back into the queue, as many as there is room for.
 *
 * Whoever ends a run calls it after its commit, and whoever parks an execution calls it after its own. Of an end and a
 * parking at the same moment the later one sees both, so an execution never stays parked beside a free place. What a
 * killed process leaves is found by `unparkAll`.
 */
export async function unparkExecutions(services: Needed, ownerId: string): Promise<void> {
  const { db, work } = services
  const isOwn = and(eq(executions.ownerId, ownerId), isParked)
  const [parked] = await db.select({ id: executions.id }).from(executions).where(isOwn).limit(1)
  if (!parked) return
  await db.transaction(async (tx) => {
    await holdStarts(tx, ownerId)
    const next = sql`(
      select id from automation.executions
      where owner_id = ${ownerId} and status = 'pending' and parked_at is not null
      order by id limit greatest(0, ${roomForRuns(services, ownerId)})
    )`
    const unparked = await tx
      .update(executions)
      .set({ parkedAt: null })
      .where(and(sql`${executions.id} in ${next}`, isParked))
      .returning({ executionId: executions.id })
    if (unparked.length === 0) return
    const jobs = unparked.map(({ executionId }) => ({ ownerId, data: { executionId } satisfies RunJob }))
    await enqueueJobs(tx, work, runQueue.name, jobs)
    await tx.execute(sql`select pg_notify(${runsChannel}, '')`)
  })
}

/** Puts executions back that stay parked although there is room: their process was killed, or the limit was raised. */
export async function unparkAll(services: Needed): Promise<void> {
  const { rows } = await services.db.execute<{ ownerId: string }>(sql`
    select owner_id as "ownerId" from (
      select distinct owner_id from automation.executions where status = 'pending' and parked_at is not null
    ) parked where ${roomForRuns(services, sql`parked.owner_id`)} > 0 limit ${atATime}
  `)
  await settleAll(rows, ({ ownerId }) => unparkExecutions(services, ownerId))
}
