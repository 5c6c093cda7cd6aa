import type { OpenChannel, Services } from '../services.ts'
import { createAlarm } from './alarm.ts'
import type { Claim } from './claim-deliveries.ts'
import { createClaimer } from './claimer.ts'
import { createDeferredDeliveries } from './deferred-deliveries.ts'
import { makeAttempt, type Attempt } from './make-attempt.ts'
import { createParkedDeliveries } from './parked-deliveries.ts'
import { createReceivers } from './receivers.ts'
import { settleAttempts } from './settle-attempts.ts'
import { createSettler } from './settler.ts'
import { createWindow } from './window.ts'

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

const pollMs = 500
const sweepMs = 5_000
const retryDatabaseMs = 500

export function createDeliverer(
  services: Services,
  channel: OpenChannel,
  { concurrency, onAttempt }: DelivererOptions,
): Deliverer {
  const { clock, logger } = services
  const alarm = createAlarm(clock)
  const receivers = createReceivers({ concurrency })
  const window = createWindow(concurrency, alarm.wake)
  const deferred = createDeferredDeliveries(channel, clock)
  const parked = createParkedDeliveries(channel, receivers, alarm.wake)
  const settler = createSettler(services, async (batch) => {
    deferred.expect(await settleAttempts(channel, batch))
    // Not part of it: a batch that is written down must not be written again. What stays parked is found by the sweep.
    void parked.unpark().catch((error: unknown) => logger.error({ err: error }, 'could not unpark'))
  })
  const sendOne = async (claim: Claim): Promise<void> => {
    const attempt = await makeAttempt(services, channel, claim)
    const { durationMs, error } = attempt.outcome
    receivers.release(claim.webhookId, claim.ownerId, { timedOut: error === 'timeout', durationMs })
    onAttempt?.(attempt)
    settler.add(attempt)
  }
  const send = (claims: Claim[]): void => {
    for (const claim of claims) window.add(sendOne(claim))
  }
  const claimer = createClaimer(channel, clock, { concurrency, receivers, window, deferred, send })

  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let looking: Promise<void> | undefined
  let nextPollAt = -Infinity
  let nextSweepAt = -Infinity

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      alarm.arm()
      try {
        if (!window.lookForRoom()) {
          await alarm.pause(pollMs)
          continue
        }
        looking ??= lookAround(clock.now()).finally(() => (looking = undefined))
        const { isMore } = await claimer.claim()
        if (isMore) await claimer.claimWhileRoom(stopping.signal)
        else await alarm.pause(Math.min(pollMs, deferred.waitMs()))
      } catch (error) {
        logger.error({ err: error }, 'could not claim')
        await alarm.pause(retryDatabaseMs)
      }
    }
  }

  /** Learns of what was not announced: what others deferred, parked, or gave back by dying. Nobody waits for it. */
  const lookAround = async (now: number): Promise<void> => {
    try {
      if (now >= nextSweepAt) {
        nextSweepAt = now + sweepMs
        await parked.look()
        await parked.unpark()
        deferred.expect(now)
        alarm.wake()
      } else if (now >= nextPollAt) {
        nextPollAt = now + pollMs
        if (await deferred.lookForOthers()) alarm.wake()
      }
    } catch (error) {
      logger.error({ err: error }, 'could not look for deferred and parked deliveries')
    }
  }

  const allSettled = async (): Promise<void> => {
    await window.settled()
    await settler.idle()
  }

  return {
    wake: alarm.wake,
    start() {
      running ??= loop()
    },
    async stop() {
      stopping.abort()
      alarm.wake()
      await running
      await looking
      await allSettled()
    },
    async step() {
      let made = 0
      for (;;) {
        deferred.expect(clock.now())
        const { attempts, isMore } = await claimer.claim()
        made += attempts
        await allSettled()
        if (attempts === 0 && !isMore && receivers.withRoomForParked().length === 0) return made
        await parked.unpark()
      }
    },
    inFlight: window.inFlight,
  }
}
