import { and, count, eq, isNotNull } from 'drizzle-orm'
import { publishEvent } from '@waypost/webhooks'
import { executions } from '../../db/tables.ts'
import { holdAccount } from '../../limits/hold-account.ts'
import type { Services } from '../../services.ts'
import { announceProgress } from '../progress/progress.ts'
import type { ExecutionRow } from '../execution.ts'
import { insertWaitingNotice } from './insert-waiting-notice.ts'
import { signHandOver } from './hand-over-token.ts'
import { MOST_WAITING, type Waiting } from './waiting.ts'

/**
 * Records that a run waits for a person, and publishes it.
 *
 * @throws an Error where too many runs of the account do
 */
export async function beginWaiting(
  services: Services,
  { id, ownerId, automationId, jobId, validation }: ExecutionRow,
  { stepName, message, timeoutMs }: { stepName: string; message: string; timeoutMs: number },
): Promise<void> {
  const { db, clock, outbox } = services
  const now = clock.now()
  const until = now + timeoutMs
  const waiting: Waiting = {
    stepName,
    message,
    since: new Date(now).toISOString(),
    until: new Date(until).toISOString(),
  }
  await db.transaction(async (tx) => {
    await holdAccount(tx, ownerId)
    const isRunning = eq(executions.status, 'running')
    const [others] = await tx
      .select({ count: count() })
      .from(executions)
      .where(and(eq(executions.ownerId, ownerId), isRunning, isNotNull(executions.waiting)))
    if (others!.count >= MOST_WAITING)
      throw new Error(`${MOST_WAITING} runs wait for a person already, the most that may`)
    const begun = await tx
      .update(executions)
      .set({ waiting, resumedAt: null })
      .where(and(eq(executions.id, id), isRunning))
      .returning({ id: executions.id })
    if (begun.length === 0) return
    // A validation publishes no events, and somebody is there who has started it.
    if (validation === null) {
      publishEvent(tx, outbox, {
        ownerId,
        event: 'execution.waiting',
        subjectId: id,
        data: { jobId, executionId: id, automationId, ...waiting, url: signHandOver(services, id, until) },
      })
      await insertWaitingNotice(tx, now, { executionId: id, ownerId })
    }
    await announceProgress(tx, id)
  })
}
