import { sql } from 'drizzle-orm'
import type { OpenChannel, Services } from '../services.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { makeAttempt, type Attempt } from './make-attempt.ts'
import { settleAttempts } from './settle-attempts.ts'

/**
 * How a delivery is made, and what holds when a process dies at any point of it.
 *
 * 1. CLAIM, one transaction: jobs that are due become this dispatcher's, and a row for each attempt is in the log
 *    before its request leaves. Dying before the commit changes nothing.
 * 2. SEND, no transaction: as many requests in flight as `concurrency` allows, each for itself, so that a slow
 *    receiver holds up nobody but itself.
 * 3. SETTLE, one transaction for all attempts that ended since the last one: jobs done, outcomes logged, webhooks
 *    counted, next attempts queued. Dying between 2 and 3 leaves the job claimed; it runs out after
 *    `deliveryQueue.expireInSeconds` and goes to another dispatcher, which sends the delivery again under its old id.
 *
 * So nothing that was committed is lost, and the only duplicates are of what was in flight at a crash.
 */
export interface Deliverer {
  /** Delivers until `stop`. */
  start(): void
  /** Claims no more, waits for what is in flight, settles it. */
  stop(): Promise<void>
  /** Makes every attempt that is due now, settles it, and says how many there were. */
  step(): Promise<number>
}

export interface DelivererOptions {
  /** Requests in flight at a time. */
  concurrency: number
  onAttempt?: (attempt: Attempt) => void
}

// Claims and settlements are worth batching: each costs a few round trips however much it carries.
const batchSize = 100
const pollMs = 500
const retryDatabaseMs = 500

export function createDeliverer(
  services: Services,
  channel: OpenChannel,
  { concurrency, onAttempt }: DelivererOptions,
): Deliverer {
  const { clock, logger } = services
  const inFlight = new Set<Promise<void>>()
  const ended: Attempt[] = []
  const stopping = new AbortController()
  let settling: Promise<void> | undefined
  let running: Promise<void> | undefined

  const send = (claims: Awaited<ReturnType<typeof claimDeliveries>>): void => {
    for (const claim of claims) {
      const sent = makeAttempt(services, channel, claim).then((attempt) => {
        onAttempt?.(attempt)
        ended.push(attempt)
        inFlight.delete(sent)
        settling ??= settle()
      })
      inFlight.add(sent)
    }
  }

  // One settlement at a time: while it commits, the next batch gathers.
  const settle = async (): Promise<void> => {
    while (ended.length > 0) {
      const batch = ended.splice(0, batchSize)
      try {
        await settleAttempts(channel, batch)
      } catch (error) {
        logger.error({ err: error, attempts: batch.length }, 'could not settle')
        ended.unshift(...batch)
        await pause(retryDatabaseMs)
      }
    }
    settling = undefined
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = clock.setTimeout(resolve, ms)
      const wake = () => {
        clock.clearTimeout(timer)
        resolve()
      }
      if (stopping.signal.aborted) wake()
      else stopping.signal.addEventListener('abort', wake, { once: true })
    })

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const free = concurrency - inFlight.size
      if (free <= 0) {
        await Promise.race(inFlight)
        continue
      }
      try {
        const claims = await claimDeliveries(channel, clock, Math.min(free, batchSize))
        send(claims)
        if (claims.length === 0) await pause(await untilNextDue(channel, clock.now()))
      } catch (error) {
        logger.error({ err: error }, 'could not claim')
        await pause(retryDatabaseMs)
      }
    }
  }

  return {
    start() {
      running ??= loop()
    },
    async stop() {
      stopping.abort()
      await running
      await Promise.all(inFlight)
      await settling
    },
    async step() {
      let made = 0
      for (;;) {
        const claims = await claimDeliveries(channel, clock, batchSize)
        if (claims.length === 0) return made
        made += claims.length
        send(claims)
        await Promise.all(inFlight)
        await settling
      }
    },
  }
}

/** How long to wait: until the next attempt that is known of, but not so long that an unknown one would be late. */
async function untilNextDue({ channel, db }: OpenChannel, now: number): Promise<number> {
  const { rows } = await db.execute<{ due: string | null }>(sql`
    select min(next_attempt_at) as due from ${sql.identifier(channel.service)}.deliveries
    where status = 'pending' and next_attempt_at > ${new Date(now)}
  `)
  const due = rows[0]?.due
  return due ? Math.min(pollMs, new Date(due).getTime() - now) : pollMs
}
