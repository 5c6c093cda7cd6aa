import { defaultPostsPerMinute, type OwnFault } from '@waypost/webhooks'
import type { OpenChannel, Services } from '../services.ts'
import { createAlarm } from './alarm.ts'
import type { Claim } from './claim-deliveries.ts'
import { createClaimer } from './claimer.ts'
import { createDeferredDeliveries } from './deferred-deliveries.ts'
import { createHosts, type Hosts } from './hosts.ts'
import { recoverExpiredLeases } from './expired-leases.ts'
import { parkUnsent } from './give-up-deliveries.ts'
import { lookForWork } from './look-for-work.ts'
import { makeAttempt, type Attempt } from './make-attempt.ts'
import { createParkedDeliveries } from './parked-deliveries.ts'
import { createReceivers } from './receivers.ts'
import { settleAttempts } from './settle-attempts.ts'
import { createSettler } from './settler.ts'
import { createWindow } from './window.ts'

/**
 * How a delivery is made, and what holds when a process dies at any point of it.
 *
 * 1. CLAIM, one statement: due jobs are deleted, their deliveries are leased to this dispatcher together, and a row for each
 *    attempt is in the log before its request is sent. A crash before its commit changes nothing. Deliveries of which no
 *    attempt is made are given up in a second transaction, while the requests of the others are under way.
 * 2. SEND, no transaction: a sliding window of independent requests. Nothing waits for a batch to end.
 * 3. SETTLE, one transaction for all attempts that ended since the last one: outcomes are logged, webhooks counted, next
 *    attempts queued, and leases ended of which no delivery is left. A crash between 1 and 3 leaves the lease; it expires after
 *    20 seconds, and another dispatcher sends its deliveries again under the same ids, but those that were settled.
 *
 * So nothing that was committed is lost, and the only duplicates are deliveries that were in flight at a crash.
 *
 * Slow receivers. Each receiver has its own limit (`receivers.ts`). Deliveries claimed for a receiver at its limit are
 * parked: they lose their job and wait in their table, so that ten thousand deliveries for a receiver that hangs stop
 * delaying the others after a few claims. As requests to the receiver end, its parked deliveries get jobs again. A delivery is also
 * parked when its owner has sent as much to its host as it may in a minute (`hosts.ts`), and gets a job again at the pace of that
 * limit. Where nobody else has deliveries due, those of a prompt receiver are not parked, but claimed as it has places
 * (`only-receiver.ts`).
 *
 * Rate limits. A delivery of a webhook with `maxPerSecond` is parked when it is claimed, unless it was unparked for this
 * attempt. The transaction that unparks gives it its turn (`unpark-deliveries.ts`), in the webhook's row, so that dispatchers
 * share the limit and none begins anew.
 *
 * Our own faults. A delivery whose webhook's secret this dispatcher cannot open is parked without an attempt, and looked
 * at again with each sweep: a wrong key ring costs a receiver time and no attempt. So is one whose request could not be sent
 * because DNS answers nothing, or because the process has no file or memory left for it: its attempt is taken out of the log.
 *
 * Time. Due work is announced by NOTIFY, and looked for every few seconds in case an announcement was missed. Deferred attempts
 * wait in their own queue, which is read only when one of them is known to be due. What publishers and other dispatchers
 * defer is looked for twice within the shortest delay of the schedule, of a second or more, so it is known before it is due.
 */
export interface Deliverer {
  /** Delivers until `stop` is called. */
  start(): void
  /** Claims now instead of at the next look. */
  wake(): void
  /** Stops claiming, waits for the requests in flight, and settles them. */
  stop(): Promise<void>
  /** Makes and settles every attempt that is due now, and returns their number. */
  step(): Promise<number>
  /** Number of requests in flight. */
  inFlight(): number
}

export interface DelivererOptions {
  /** Maximum number of requests in flight. */
  concurrency: number
  /** Limits POSTs to each host. */
  hosts?: Hosts
  /** The share of a retry's delay by which it may be longer. */
  retryJitter?: number
  onAttempt?: (attempt: Attempt) => void
  /** Called with the number of deliveries that could not be signed. */
  onUnopened?: (deliveries: number) => void
  /** Called for each delivery whose request was not sent because of us. */
  onUnsent?: (fault: OwnFault) => void
}

const sweepMs = 5_000
const leastLookMs = 500
const retryDatabaseMs = 500

export function createDeliverer(
  services: Services,
  channel: OpenChannel,
  {
    concurrency,
    hosts = createHosts(services.clock, { perMinute: defaultPostsPerMinute }),
    retryJitter,
    onAttempt,
    onUnopened,
    onUnsent,
  }: DelivererOptions,
): Deliverer {
  const { clock, keyring, logger } = services
  const alarm = createAlarm(clock)
  const shortestDelayMs = Math.min(...channel.delaysMs.filter((delayMs) => delayMs > 0))
  const lookMs = Math.max(leastLookMs, Math.min(sweepMs, shortestDelayMs / 2))
  const receivers = createReceivers({ concurrency, hosts })
  const window = createWindow(concurrency, clock, alarm.wake)
  let isUnparked = false
  const deferred = createDeferredDeliveries(channel, clock)
  const parked = createParkedDeliveries(channel, clock, receivers, () => {
    isUnparked = true
    alarm.wake()
  })
  const unpark = (): void =>
    void parked.unpark().catch((error: unknown) => logger.error({ err: error }, 'could not unpark'))
  const settler = createSettler(services, concurrency, async (batch, isRepeated) => {
    deferred.expect(await settleAttempts(channel, batch, { jitter: retryJitter, isRepeated }))
    // Unparking is not part of the settlement: a batch that is written must not be written again. The sweep finds
    // deliveries that stay parked.
    unpark()
  })
  const unsent = createSettler(services, concurrency, async (batch) => {
    const [{ outcome }] = batch as [Attempt]
    logger.error({ fault: outcome.ownFault, deliveries: batch.length }, 'could not send')
    // Not again if it fails: their leases expire, and others may have them by then.
    await parkUnsent(channel, batch, new Date(clock.now())).catch((error: unknown) =>
      logger.error({ err: error }, 'could not park what was not sent'),
    )
  })
  const sendOne = async (claim: Claim): Promise<void> => {
    const attempt = await makeAttempt(services, channel, claim)
    const { durationMs, error, ownFault } = attempt.outcome
    if (ownFault) {
      receivers.cancel(claim)
      onUnsent?.(ownFault)
      await unsent.add(attempt)
      return
    }
    receivers.release(claim, { timedOut: error === 'timeout', durationMs })
    onAttempt?.(attempt)
    const room = settler.add(attempt)
    if (claimer.hasRoomForOnly()) alarm.wake()
    // Its request keeps its place meanwhile.
    await room
  }
  const send = (claims: Claim[]): void => window.add(claims.map(sendOne))
  const noteUnopened = (webhookIds: string[]): void => {
    const [webhookId] = webhookIds
    logger.error({ webhookId, deliveries: webhookIds.length }, 'the keys do not open secrets of webhooks')
    onUnopened?.(webhookIds.length)
  }
  const places = { concurrency, receivers, window, deferred }
  const events = { onUnopened: noteUnopened, onPaced: unpark }
  const claimer = createClaimer(channel, clock, { ...places, send, keyring, ...events })

  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let looking: Promise<void> | undefined
  let nextLookAt = -Infinity
  let nextSweepAt = -Infinity

  const loop = async (): Promise<void> => {
    // Whether jobs may be due that nobody has looked for.
    let isWoken = true
    while (!stopping.signal.aborted) {
      alarm.arm()
      try {
        if (!window.lookForRoom()) {
          await alarm.pause(Math.min(lookMs, window.waitMs()))
          isWoken = true
          continue
        }
        looking ??= lookAround(clock.now()).finally(() => (looking = undefined))
        if (isWoken || deferred.isDue()) {
          const { isMore } = await claimer.claim()
          if (isMore) {
            isWoken = true
            continue
          }
        }
        isWoken = await alarm.pause(Math.min(lookMs, deferred.waitMs(), parked.waitMs()))
      } catch (error) {
        logger.error({ err: error }, 'could not claim')
        await alarm.pause(retryDatabaseMs)
        isWoken = true
      }
    }
  }

  /**
   * Finds work that was not announced: deliveries that other dispatchers deferred or parked, or lost by a crash.
   * Nothing waits for it.
   */
  const lookAround = async (now: number): Promise<void> => {
    try {
      await parked.unparkDue()
      if (now >= nextSweepAt) {
        nextSweepAt = now + sweepMs
        await sweep(now)
      } else if (now >= nextLookAt) {
        nextLookAt = now + lookMs
        if (await deferred.lookForOthers()) alarm.wake()
      }
    } catch (error) {
      logger.error({ err: error }, 'could not look for deferred and parked deliveries')
    }
  }

  const sweep = async (now: number): Promise<void> => {
    const { isDue, isParked, hasExpired, nextDeferredAt } = await lookForWork(channel, now)
    const isEarlier = nextDeferredAt - clock.now() < deferred.waitMs()
    deferred.expect(isDue ? now : nextDeferredAt)
    if (isDue || isEarlier) alarm.wake()
    if (hasExpired) await recoverExpiredLeases(channel)
    if (isParked) await parked.look()
    await parked.unpark()
  }

  const allSettled = async (): Promise<void> => {
    await window.settled()
    await settler.idle()
    await unsent.idle()
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
        isUnparked = false
        deferred.expect(clock.now())
        const { attempts, isMore } = await claimer.claim()
        made += attempts
        await allSettled()
        await parked.unpark()
        if (attempts === 0 && !isMore && !isUnparked) return made
      }
    },
    inFlight: window.inFlight,
  }
}
