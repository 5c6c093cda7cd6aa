import { inTransaction } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, recordOutcomes } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Attempt } from './make-attempt.ts'

/**
 * Writes down many attempts in one transaction: their jobs are done, their outcomes in the log and counted, the next
 * attempts in the queue.
 *
 * Jobs are settled as they were claimed: one that was given to another dispatcher meanwhile stays that one's, and only
 * it decides what comes next. A job that is done is deleted: what is worth keeping of it is in the log.
 *
 * @returns when the earliest of the next attempts is due; Infinity where there is none
 */
export async function settleAttempts(channel: OpenChannel, attempts: Attempt[]): Promise<number> {
  const { boss, delaysMs } = channel
  return channel.db.transaction(async (tx) => {
    const own = new Set<string>()
    for (const queue of [deliveryQueue.name, deferredQueue.name]) {
      const jobs = attempts.filter(({ claim }) => claim.queue === queue).map(({ claim }) => claim.job)
      if (jobs.length === 0) continue
      const { settled } = (await boss.deleteJob(queue, jobs, inTransaction(tx))) as { settled: string[] }
      for (const id of settled) own.add(id)
    }

    const recorded = attempts.map(({ claim, outcome, requestHeaders, endedAt }) => {
      const delayMs = outcome.succeeded ? undefined : delaysMs[claim.failedAttempts + 1]
      const nextAttemptAt = delayMs === undefined ? null : new Date(endedAt.getTime() + delayMs)
      const { deliveryId, webhookId, round, number, startedAt } = claim
      const isOwn = own.has(claim.job.id)
      return {
        deliveryId,
        webhookId,
        round,
        number,
        startedAt,
        endedAt,
        requestHeaders,
        outcome,
        nextAttemptAt,
        isOwn,
      }
    })
    const next = recorded.flatMap(({ deliveryId, round, nextAttemptAt, isOwn }) =>
      nextAttemptAt && isOwn ? [{ data: { deliveryId, round }, startAfter: nextAttemptAt }] : [],
    )
    if (next.length > 0)
      await boss.insert(deferredQueue.name, next, { ...inTransaction(tx), returnId: false })
    await recordOutcomes(tx, channel.channel, recorded)
    return Math.min(...next.map(({ startAfter }) => startAfter.getTime()))
  })
}
