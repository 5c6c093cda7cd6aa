import { inTransaction } from '@waypost/postgres'
import { deferredQueue, deliveryQueue, recordOutcomes } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Attempt } from './make-attempt.ts'
import { nextAttemptAt } from './next-attempt.ts'

/**
 * Records many attempts in one transaction: completes their jobs, logs and counts their outcomes, and queues the next
 * attempts.
 *
 * A job is settled only by the dispatcher that holds it: when it was given to another dispatcher meanwhile, only that
 * one decides the delivery's next step. A completed job is deleted, because the log has everything worth keeping.
 *
 * @param jitter the share of a delay by which it may be longer
 *
 * @returns when the earliest of the next attempts is due; Infinity where there is none
 */
export async function settleAttempts(channel: OpenChannel, attempts: Attempt[], jitter = 0): Promise<number> {
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
      const { deliveryId, webhookId, round, number, startedAt } = claim
      const failed = { deliveryId, number, endedAt, outcome }
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
        nextAttemptAt: delayMs === undefined ? null : nextAttemptAt(failed, delayMs, jitter),
        isOwn,
      }
    })
    const next = recorded.flatMap(({ deliveryId, round, nextAttemptAt: at, isOwn }) =>
      at && isOwn ? [{ data: { deliveryId, round }, startAfter: at }] : [],
    )
    if (next.length > 0)
      await boss.insert(deferredQueue.name, next, { ...inTransaction(tx), returnId: false })
    await recordOutcomes(tx, channel.channel, recorded)
    return Math.min(...next.map(({ startAfter }) => startAfter.getTime()))
  })
}
