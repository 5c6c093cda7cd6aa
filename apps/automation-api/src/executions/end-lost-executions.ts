import { and, eq, lt } from 'drizzle-orm'
import { executions } from '../db/tables.ts'
import { eachByItself } from '../each-by-itself.ts'
import type { Services } from '../services.ts'
import { endExecution } from './end-execution.ts'

/** A runner gives a sign of life twice a second; one that has given none for so long is not coming back. */
const lostAfterMs = 15_000
const atATime = 100

/** Ends what a runner left behind. It is not run again by itself: its steps may have had effects. */
export async function endLostExecutions(services: Services): Promise<void> {
  const silentSince = new Date(services.clock.now() - lostAfterMs)
  const lost = await services.db
    .select({ id: executions.id })
    .from(executions)
    .where(and(eq(executions.status, 'running'), lt(executions.aliveAt, silentSince)))
    .limit(atATime)
  await eachByItself(lost, ({ id }) => endExecution(services, id, { error: 'Runner lost' }))
}
