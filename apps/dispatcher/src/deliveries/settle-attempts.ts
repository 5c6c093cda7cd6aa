import { inTransaction } from '@waypost/postgres'
import { deliveryQueue, recordOutcomes } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Attempt } from './make-attempt.ts'

/**
 * Writes down many attempts in one transaction: their jobs are done, their outcomes in the log and counted, the next
 * attempts in the queue.
 *
 * Jobs are completed as they were claimed: one that was given to another dispatcher meanwhile stays that one's, and
 * only it decides what comes next.
 */
export async function settleAttempts(
  { channel, db, boss, delaysMs }: OpenChannel,
  attempts: Attempt[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const jobs = attempts.map(({ claim }) => claim.job)
    const { settled } = (await boss.complete(deliveryQueue.name, jobs, null, inTransaction(tx))) as {
      settled: string[] | null
    }
    const own = new Set(settled)
    const recorded = attempts.map(({ claim, outcome, requestHeaders, endedAt }) => {
      const delayMs = outcome.succeeded ? undefined : delaysMs[claim.failedAttempts + 1]
      const nextAttemptAt = delayMs === undefined ? null : new Date(endedAt.getTime() + delayMs)
      const { deliveryId, webhookId, number, startedAt } = claim
      const isOwn = own.has(claim.job.id)
      return {
        deliveryId,
        webhookId,
        number,
        startedAt,
        endedAt,
        requestHeaders,
        outcome,
        nextAttemptAt,
        isOwn,
      }
    })
    await recordOutcomes(tx, channel, recorded)

    const next = recorded.flatMap(({ deliveryId, nextAttemptAt, isOwn }) =>
      nextAttemptAt && isOwn ? [{ data: { deliveryId }, startAfter: nextAttemptAt }] : [],
    )
    if (next.length > 0)
      await boss.insert(deliveryQueue.name, next, { ...inTransaction(tx), returnId: false })
  })
}
