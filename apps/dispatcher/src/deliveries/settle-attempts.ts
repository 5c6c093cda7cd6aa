import { areRecorded, deferDeliveries, recordOutcomes, type RecordedAttempt } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import { endLeases } from './lease.ts'
import type { Attempt } from './make-attempt.ts'
import { nextAttemptAt } from './next-attempt.ts'

/**
 * Records many attempts in one transaction: logs and counts their outcomes, ends their leases, and queues the next
 * attempts.
 *
 * Where a lease has expired, another dispatcher has its deliveries, and only that one decides what is next for those that
 * failed.
 *
 * @param options.jitter the share of a delay by which it may be longer
 * @param options.isRepeated whether this may have been done, and only the answer was lost
 *
 * @returns when the earliest of the next attempts is due; Infinity where there is none
 */
export async function settleAttempts(
  channel: OpenChannel,
  attempts: Attempt[],
  { jitter = 0, isRepeated = false } = {},
): Promise<number> {
  const leases = attempts.map(({ claim }) => claim.lease)
  const recorded = attempts.map((attempt) => toRecorded(channel, attempt, jitter))
  return endLeases(channel, leases, async (ended) => {
    if (isRepeated && (await areRecorded(channel.db, channel.channel, recorded)))
      return findEarliest(recorded)
    return record(channel, recorded, ended)
  })
}

const findEarliest = (attempts: Pick<RecordedAttempt, 'nextAttemptAt'>[]): number =>
  Math.min(...attempts.map(({ nextAttemptAt: dueAt }) => dueAt?.getTime() ?? Infinity))

async function record(
  channel: OpenChannel,
  recorded: (RecordedAttempt & { ownerId: string })[],
  ended: string[],
): Promise<number> {
  if (recorded.every(({ outcome }) => outcome.succeeded)) {
    await recordOutcomes(channel.db, channel.channel, recorded, ended)
    return Infinity
  }
  return channel.db.transaction(async (tx) => {
    const own = await recordOutcomes(tx, channel.channel, recorded, ended)
    const next = own.flatMap(({ deliveryId, ownerId, round, nextAttemptAt: dueAt }) =>
      dueAt ? [{ deliveryId, ownerId, round, dueAt }] : [],
    )
    if (next.length > 0) await deferDeliveries(tx, channel.boss, next)
    return findEarliest(own)
  })
}

function toRecorded(
  { delaysMs }: OpenChannel,
  { claim, outcome, requestHeaders, endedAt }: Attempt,
  jitter: number,
): RecordedAttempt & { ownerId: string } {
  const { deliveryId, ownerId, webhookId, round, number, startedAt, lease } = claim
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
    leaseId: lease.id,
  }
}
