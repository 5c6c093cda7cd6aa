import type { Clock } from '@waypost/postgres'
import { deferredQueue, type Keyring } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import {
  claimDeliveries,
  splitLimit,
  toTarget,
  type Claim,
  type Claimed,
  type Wanted,
} from './claim-deliveries.ts'
import type { DeferredDeliveries } from './deferred-deliveries.ts'
import { createOwnerTurns } from './owner-turns.ts'
import { giveUpUnmade } from './give-up-deliveries.ts'
import { createOnlyReceiver } from './only-receiver.ts'
import type { Receivers, Target } from './receivers.ts'
import type { Window } from './window.ts'

/** Claims due deliveries while there are free places, and passes them on to be sent. */
export interface Claimer {
  /** Claims a batch. To be called again once it has ended. */
  claim(): Promise<{ attempts: number; isMore: boolean }>
  /** Whether the only receiver with due deliveries has free places again, and nothing is being claimed for it. */
  hasRoomForOnly(): boolean
}

// A claim costs a few round trips, whatever its size.
const batchSize = 384
const nothing = { attempts: 0, isMore: false }

export function createClaimer(
  channel: OpenChannel,
  clock: Clock,
  {
    concurrency,
    receivers,
    window,
    deferred,
    send,
    keyring,
    onUnopened,
    onPaced,
  }: {
    concurrency: number
    receivers: Receivers
    window: Window
    deferred: DeferredDeliveries
    send: (claims: Claim[]) => void
    keyring: Pick<Keyring, 'open'>
    /** Called with the webhooks whose secrets do not open. */
    onUnopened: (webhookIds: string[]) => void
    /** Called when deliveries were parked for the rate limit of their webhook, which may allow them already. */
    onPaced: () => void
  },
): Claimer {
  const ownerTurns = createOwnerTurns(channel)
  const only = createOnlyReceiver(channel, clock, receivers)
  let isClaiming = false
  /** Whether more deferred attempts may be due than the last claim took. */
  let isBehind = false

  /** Claims a batch, and gives the receivers' places back if the claim fails. */
  const take = async (wanted: Wanted): Promise<Claimed> => {
    const admitted: Target[] = []
    const admit = (target: Target, isCounted: boolean): boolean => {
      const isAdmitted = receivers.admit(target, isCounted)
      if (isAdmitted) admitted.push(target)
      return isAdmitted
    }
    const limit = wanted[deferredQueue.name] ?? 0
    try {
      const turns = isBehind && limit > 0 ? await ownerTurns.take(limit) : []
      return await claimDeliveries(channel, clock, wanted, {
        receivers: { ...receivers, admit },
        keyring,
        turns,
      })
    } catch (error) {
      for (const target of admitted) receivers.cancel(target)
      throw error
    }
  }

  const giveUp = async ({ unmade, lease }: Claimed): Promise<void> => {
    const { parked, unopened } = unmade
    for (const row of unopened) receivers.cancel(toTarget(row))
    if (unopened.length > 0) onUnopened(unopened.map((row) => row.webhook_id))
    if (Object.values(unmade).every((rows) => rows.length === 0)) return
    await giveUpUnmade(channel, lease, unmade, new Date(clock.now()))
    for (const row of parked) receivers.park(toTarget(row))
    if (parked.some((row) => row.max_per_second !== null)) onPaced()
  }

  const claim = async (): Promise<{ attempts: number; isMore: boolean }> => {
    const room = deferred.isDue() ? Infinity : await only.room()
    // The places of the other half are for whoever has deliveries due by the next claim.
    const limit = Math.min(window.freePlaces(), batchSize, Math.ceil(concurrency / 2), room)
    if (limit === 0) return nothing
    const wanted = splitLimit(limit, deferred.isDue())
    const claimed = await take(wanted)
    const { claims, unmade, fetched } = claimed
    send(claims)
    await giveUp(claimed)
    await only.note(claims, unmade.parked)
    const isFull = (queue: string) => fetched[queue] === wanted[queue]
    isBehind = deferredQueue.name in wanted && isFull(deferredQueue.name)
    if (deferredQueue.name in wanted && !isBehind) await deferred.look()
    const mayClaim = !only.isKnown() || only.hasRoom()
    return { attempts: claims.length, isMore: mayClaim && Object.keys(wanted).some(isFull) }
  }

  return {
    claim() {
      isClaiming = true
      return claim().finally(() => (isClaiming = false))
    },
    hasRoomForOnly: () => !isClaiming && only.hasRoom(),
  }
}
