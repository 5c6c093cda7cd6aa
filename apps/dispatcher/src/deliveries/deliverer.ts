import { sql } from 'drizzle-orm'
import { deferredQueue } from '@waypost/webhooks'
import type { OpenChannel, Services } from '../services.ts'
import { claimDeliveries, shareOut, type Claim, type Claimed, type Wanted } from './claim-deliveries.ts'
import { makeAttempt, type Attempt } from './make-attempt.ts'
import { createReceivers } from './receivers.ts'
import { settleAttempts } from './settle-attempts.ts'
import { createSettler } from './settler.ts'
import { listParkedReceivers, unparkDeliveries } from './unpark-deliveries.ts'

/**
 * How a delivery is made, and what holds when a process dies at any point of it.
 *
 * 1. CLAIM, one transaction: jobs that are due become this dispatcher's, and a row for each attempt is in the log
 *    before its request leaves. Dying before the commit changes nothing.
 * 2. SEND, no transaction: a sliding window of requests, each for itself. Nothing waits for a batch to end.
 * 3. SETTLE, one transaction for all attempts that ended since the last one: jobs done, outcomes logged, webhooks
 *    counted, next attempts queued. Dying between 2 and 3 leaves the job claimed; it runs out after
 *    `expireInSeconds` and goes to another dispatcher, which sends the delivery again under its old id.
 *
 * So nothing that was committed is lost, and the only duplicates are of what was in flight at a crash.
 *
 * Slow receivers. Each receiver has a limit of its own (`receivers.ts`). What is claimed for one that is at its limit
 * is parked: it loses its job and waits in its table, so that ten thousand deliveries for a receiver that hangs are
 * out of everybody's way after a few claims. As its requests end, its parked deliveries get jobs again.
 *
 * Time. Work that is due is announced by NOTIFY, and polled for in case one was missed. What is due later waits in a
 * queue of its own, which is looked into only when something in it is known to be due.
 */
export interface Deliverer {
  /** Delivers until `stop`. */
  start(): void
  /** Looks for work now instead of at the next poll. */
  wake(): void
  /** Claims no more, waits for what is in flight, settles it. */
  stop(): Promise<void>
  /** Makes every attempt that is due now, settles it, and says how many there were. */
  step(): Promise<number>
  /** Requests in flight at this moment. */
  inFlight(): number
}

export interface DelivererOptions {
  /** Requests in flight at a time. */
  concurrency: number
  onAttempt?: (attempt: Attempt) => void
}

// Claims and settlements are worth batching: each costs a few round trips however much it carries.
const batchSize = 500
const pollMs = 500
const sweepMs = 5_000
const retryDatabaseMs = 500
const claimers = 2

// For a place that was taken and not used: teaches nothing about the receiver.
const notSent = { timedOut: false, durationMs: Infinity }

export function createDeliverer(
  services: Services,
  channel: OpenChannel,
  { concurrency, onAttempt }: DelivererOptions,
): Deliverer {
  const { clock, logger } = services
  const receivers = createReceivers({ concurrency })
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isWaitingForRoom = false
  // Places of the window that claims under way may fill.
  let reserved = 0
  let running: Promise<void> | undefined
  let looking: Promise<void> | undefined
  let wakeUp = Promise.withResolvers<void>()
  let nextDeferredAt = -Infinity
  let nextPollAt = -Infinity
  let nextSweepAt = -Infinity

  const wake = (): void => wakeUp.resolve()
  // A claim is worth its transaction once a good part of the window is free.
  const freePlaces = (): number => concurrency - inFlight.size - reserved
  const hasRoom = (): boolean => freePlaces() >= concurrency / 4

  const send = (claims: Claim[]): void => {
    for (const claim of claims) {
      const sent = makeAttempt(services, channel, claim).then((attempt) => {
        const { durationMs, error } = attempt.outcome
        receivers.release(claim.webhookId, claim.ownerId, { timedOut: error === 'timeout', durationMs })
        onAttempt?.(attempt)
        inFlight.delete(sent)
        settler.add(attempt)
        if (isWaitingForRoom && hasRoom()) wake()
      })
      inFlight.add(sent)
    }
  }

  const settler = createSettler(services, async (batch) => {
    nextDeferredAt = Math.min(nextDeferredAt, await settleAttempts(channel, batch))
    // Not part of it: a batch that is written down must not be written again. What stays parked is found by the sweep.
    void unpark().catch((error: unknown) => logger.error({ err: error }, 'could not unpark'))
  })

  const allSettled = async (): Promise<void> => {
    await Promise.all(inFlight)
    await settler.idle()
  }

  const unpark = async (): Promise<void> => {
    const rooms = receivers.withRoomForParked()
    if (rooms.length === 0) return
    const given = await unparkDeliveries(channel, rooms)
    for (const { webhookId, room } of rooms)
      if (given.get(webhookId)! < room) receivers.setParked(webhookId, false)
    wake()
  }

  const claim = async (): Promise<{ attempts: number; isMore: boolean }> => {
    const limit = Math.min(freePlaces(), batchSize, Math.ceil(concurrency / claimers))
    const wanted = shareOut(limit, clock.now() >= nextDeferredAt)
    reserved += limit
    const { claims, parked, fetched } = await take(wanted).finally(() => (reserved -= limit))
    for (const webhookId of parked) receivers.setParked(webhookId, true)
    send(claims)
    const isFull = (queue: string) => fetched[queue] === wanted[queue]
    if (deferredQueue.name in wanted && !isFull(deferredQueue.name)) {
      nextDeferredAt = await findNextDeferred(channel, clock.now())
    }
    return { attempts: claims.length, isMore: Object.keys(wanted).some(isFull) }
  }

  /** Claims; gives the receivers' places back if the claim does not come about. */
  const take = async (wanted: Wanted): Promise<Claimed> => {
    const admitted: { webhookId: string; ownerId: string }[] = []
    const admit = (webhookId: string, ownerId: string): boolean => {
      const isAdmitted = receivers.admit(webhookId, ownerId)
      if (isAdmitted) admitted.push({ webhookId, ownerId })
      return isAdmitted
    }
    try {
      return await claimDeliveries(channel, clock, wanted, admit)
    } catch (error) {
      for (const { webhookId, ownerId } of admitted) receivers.release(webhookId, ownerId, notSent)
      throw error
    }
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wakeUp = Promise.withResolvers()
      isWaitingForRoom = !hasRoom()
      try {
        if (isWaitingForRoom) {
          await pause(pollMs)
          continue
        }
        looking ??= lookAround(clock.now()).finally(() => (looking = undefined))
        const { isMore } = await claim()
        // Under a backlog one claim is prepared while another commits.
        if (isMore) await Promise.all(Array.from({ length: claimers }, claimWhileRoom))
        else await pause(Math.min(pollMs, nextDeferredAt - clock.now()))
      } catch (error) {
        logger.error({ err: error }, 'could not claim')
        await pause(retryDatabaseMs)
      }
    }
  }

  const claimWhileRoom = async (): Promise<void> => {
    while (!stopping.signal.aborted && hasRoom()) {
      const { isMore } = await claim()
      if (!isMore) return
    }
  }

  /** Learns of what was not announced: what others deferred, parked, or gave back by dying. Nobody waits for it. */
  const lookAround = async (now: number): Promise<void> => {
    try {
      if (now >= nextSweepAt) {
        nextSweepAt = now + sweepMs
        for (const webhookId of await listParkedReceivers(channel)) receivers.setParked(webhookId, true)
        await unpark()
        nextDeferredAt = now
        wake()
      } else if (now >= nextPollAt) {
        nextPollAt = now + pollMs
        const next = await findNextDeferred(channel, now)
        if (next < nextDeferredAt) wake()
        nextDeferredAt = Math.min(nextDeferredAt, next)
      }
    } catch (error) {
      logger.error({ err: error }, 'could not look for deferred and parked deliveries')
    }
  }

  /** Waits until it is woken, but not longer. */
  const pause = async (ms: number): Promise<void> => {
    const timer = clock.setTimeout(wake, Math.max(0, ms))
    await wakeUp.promise
    clock.clearTimeout(timer)
  }

  return {
    wake,
    start() {
      running ??= loop()
    },
    async stop() {
      stopping.abort()
      wake()
      await running
      await looking
      await allSettled()
    },
    async step() {
      let made = 0
      for (;;) {
        nextDeferredAt = clock.now()
        const { attempts, isMore } = await claim()
        made += attempts
        await allSettled()
        if (attempts === 0 && !isMore && receivers.withRoomForParked().length === 0) return made
        await unpark()
      }
    },
    inFlight: () => inFlight.size,
  }
}

/** When the earliest attempt that is not due yet will be; Infinity when there is none. */
async function findNextDeferred({ channel, db }: OpenChannel, now: number): Promise<number> {
  const { rows } = await db.execute<{ due: string | null }>(sql`
    select min(next_attempt_at) as due from ${sql.identifier(channel.service)}.deliveries
    where status = 'pending' and next_attempt_at > ${new Date(now)}
  `)
  const due = rows[0]?.due
  return due ? new Date(due).getTime() : Infinity
}
