import { and, eq, lt, or } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import { executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { endExecution } from './end-execution.ts'

/** A runner sends a heartbeat twice a second; one that sent none for this long is not coming back. */
const lostAfterMs = 15_000
/** Stopping a run takes less time: if its runner does not react within this time, it is ended. */
const stopOverdueMs = 2000
const atATime = 100

/** Ends runs whose runner died. They are not run again automatically, because their steps may have had effects. */
export async function endLostExecutions(services: Services): Promise<void> {
  const silentFor = (ms: number) => lt(executions.aliveAt, new Date(services.clock.now() - ms))
  const stopIsOverdue = lt(executions.stopRequestedAt, new Date(services.clock.now() - stopOverdueMs))
  const lost = await services.db
    .select({ id: executions.id })
    .from(executions)
    .where(
      and(
        eq(executions.status, 'running'),
        or(silentFor(lostAfterMs), and(silentFor(stopOverdueMs), stopIsOverdue)),
      ),
    )
    .limit(atATime)
  await settleAll(lost, ({ id }) => endExecution(services, id, { error: 'Runner lost' }))
}
