import { deferDeliveries, recordOutcomes, type RecordedAttempt } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import type { Attempt } from './make-attempt.ts'
import { nextAttemptAt } from './next-attempt.ts'

/**
 * Records many attempts in one transaction: completes their jobs, logs and counts their outcomes, and queues the next
 * attempts.
 *
 * A job is settled only by the dispatcher that holds it: when it was given to another dispatcher meanwhile, only that
 * one decides the delivery's next step.
 *
 * @param jitter the share of a delay by which it may be longer
 *
 * @returns when the earliest of the next attempts is due; Infinity where there is none
 */
export async function settleAttempts(channel: OpenChannel, attempts: Attempt[], jitter = 0): Promise<number> {
  const recorded = attempts.map((attempt) => toRecorded(channel, attempt, jitter))
  if (recorded.every(({ outcome }) => outcome.succeeded)) {
    await recordOutcomes(channel.db, channel.channel, recorded)
    return Infinity
  }
  return channel.db.transaction(async (tx) => {
    const own = await recordOutcomes(tx, channel.channel, recorded)
    const next = own.flatMap(({ deliveryId, ownerId, round, nextAttemptAt: dueAt }) =>
      dueAt ? [{ deliveryId, ownerId, round, dueAt }] : [],
    )
    if (next.length > 0) await deferDeliveries(tx, channel.boss, next)
    return Math.min(...next.map(({ dueAt }) => dueAt.getTime()))
  })
}

function toRecorded(
  { delaysMs }: OpenChannel,
  { claim, outcome, requestHeaders, endedAt }: Attempt,
  jitter: number,
): RecordedAttempt & { ownerId: string } {
  const { deliveryId, ownerId, webhookId, round, number, startedAt, job } = claim
  const delayMs = outcome.succeeded ? undefined : delaysMs[claim.failedAttempts + 1]
  const failed = { deliveryId, number, endedAt, outcome }
  return {
    deliveryId,
    ownerId,
    webhookId,
    round,
    number,
    startedAt,
    endedAt,
    requestHeaders,
    outcome,
    nextAttemptAt: delayMs === undefined ? null : nextAttemptAt(failed, delayMs, jitter),
    job,
  }
}
