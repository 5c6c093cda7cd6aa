import { hostOf, type Hosts } from './hosts.ts'

/**
 * Counts the requests in flight per receiver and per owner, and limits them.
 *
 * A receiver starts with a modest limit. Quick responses raise the limit, time-outs halve it down to a minimum:
 * receivers that respond get more places, receivers that hang hold few. While less than half of all places are in use, a
 * receiver that responds may have more than its share, up to that half: the other half stays free for whoever comes. An
 * owner's receivers together never get more than half of all places, so that one owner cannot block the others. What an
 * owner sends to one host is limited besides (`hosts.ts`).
 */
export interface Receivers {
  /**
   * Takes a place for a request if the receiver and its owner have a free one, and the host has room.
   *
   * @param isCounted the host counted the request when it was unparked
   */
  admit(target: Target, isCounted: boolean): boolean
  /**
   * How many more requests a receiver may have: 0 until a quarter of its places is free. Undefined for one that has not answered
   * promptly the last time, and where its host has no room.
   */
  room(webhookId: string): number | undefined
  /**
   * Remembers the limit of one receiver while it is idle too, and has all of its parked deliveries unparked, whether it has
   * places for them or not.
   */
  keep(webhookId: string | undefined): void
  /** The receivers that have no free place just now. */
  full(): string[]
  /** Gives the place back and adjusts the receiver's limit to the outcome. */
  release(target: Target, outcome: { timedOut: boolean; durationMs: number }): void
  /** Gives back the place of a request that was not made. */
  cancel(target: Target): void
  /** Records that deliveries for this receiver are parked. */
  park(target: Target): void
  /**
   * The receivers with both parked deliveries and free places, and the number of those places. Their hosts count them
   * as used.
   *
   * @param isPaused whether the rate limit of a webhook allows no delivery now
   */
  takeRoomForParked(isPaused: (webhookId: string) => boolean): Room[]
  /**
   * Records how many parked deliveries a receiver got. Where it got none, there are no more, unless it waits for its rate
   * limit.
   */
  unparked(room: Room, deliveries: number, isPaused?: boolean): void
}

/** The receiver of a delivery. */
export interface Target {
  webhookId: string
  ownerId: string
  url: string
}

export interface Room {
  webhookId: string
  places: number
}

interface Receiver {
  inFlight: number
  limit: number
  isParked: boolean
  isPrompt: boolean
  url: string
  host: string
}

const startLimit = 32
const share = 128
const minLimit = 16
const quickMs = 1000
// With half of all places, it then gets some thousands a second.
const promptMs = 250
const unparkedAtATime = 500

// Says nothing about the receiver.
const notSent = { timedOut: false, durationMs: Infinity }

export function createReceivers({ concurrency, hosts }: { concurrency: number; hosts: Hosts }): Receivers {
  const receivers = new Map<string, Receiver>()
  const atShare = new Set<string>()
  const ownersInFlight = new Map<string, number>()
  let allInFlight = 0
  let kept: string | undefined
  const half = Math.max(1, Math.floor(concurrency / 2))
  const cap = (limit: number) => Math.min(limit, half)
  const freePlaces = ({ inFlight, limit }: Receiver): number =>
    Math.max(Math.min(limit, share) - inFlight, Math.min(limit - inFlight, half - allInFlight), 0)

  const find = ({ webhookId, ownerId, url }: Target): Receiver => {
    const known = receivers.get(webhookId)
    if (known?.url === url) return known
    if (known) hosts.stopWaiting(known.host, webhookId)
    const state = known ?? { inFlight: 0, limit: cap(startLimit), isParked: false, isPrompt: false }
    const receiver = Object.assign(state, { url, host: hostOf(ownerId, url) })
    receivers.set(webhookId, receiver)
    return receiver
  }
  // Idle receivers without a learned limit are removed, so that memory is bounded by the current work.
  const dropIfIdle = (webhookId: string, { inFlight, limit, isParked }: Receiver): void => {
    if (inFlight === 0 && !isParked && limit >= cap(startLimit) && webhookId !== kept)
      receivers.delete(webhookId)
  }

  const release: Receivers['release'] = (target, { timedOut, durationMs }) => {
    const { webhookId, ownerId } = target
    const receiver = find(target)
    receiver.inFlight -= 1
    allInFlight -= 1
    receiver.isPrompt = !timedOut && durationMs < promptMs
    if (timedOut) receiver.limit = Math.max(cap(minLimit), Math.floor(receiver.limit / 2))
    else if (durationMs < quickMs) receiver.limit = Math.min(half, receiver.limit + 1)
    const ownerInFlight = ownersInFlight.get(ownerId)! - 1
    if (ownerInFlight === 0) ownersInFlight.delete(ownerId)
    else ownersInFlight.set(ownerId, ownerInFlight)
    if (receiver.inFlight < Math.min(receiver.limit, share)) atShare.delete(webhookId)
    dropIfIdle(webhookId, receiver)
  }

  return {
    admit(target, isCounted) {
      const receiver = find(target)
      const ownerInFlight = ownersInFlight.get(target.ownerId) ?? 0
      if (freePlaces(receiver) === 0 || ownerInFlight >= half) {
        if (isCounted) hosts.refund(receiver.host, 1)
        return false
      }
      if (!isCounted && !hosts.admit(receiver.host)) return false
      receiver.inFlight += 1
      allInFlight += 1
      if (receiver.inFlight >= Math.min(receiver.limit, share)) atShare.add(target.webhookId)
      ownersInFlight.set(target.ownerId, ownerInFlight + 1)
      return true
    },
    room(webhookId) {
      const receiver = receivers.get(webhookId)
      if (!receiver?.isPrompt || hosts.room(receiver.host) === 0) return undefined
      const { inFlight, limit, host } = receiver
      return inFlight > limit * (3 / 4) ? 0 : Math.min(freePlaces(receiver), hosts.room(host))
    },
    keep(webhookId) {
      const former = kept
      kept = webhookId
      const receiver = former === undefined ? undefined : receivers.get(former)
      if (receiver) dropIfIdle(former!, receiver)
    },
    full: () => [...atShare].filter((webhookId) => freePlaces(receivers.get(webhookId)!) === 0),
    release,
    cancel(target) {
      hosts.refund(find(target).host, 1)
      release(target, notSent)
    },
    park(target) {
      const receiver = find(target)
      receiver.isParked = true
      hosts.wait(receiver.host, target.webhookId)
    },
    takeRoomForParked(isPaused) {
      // In batches worth a transaction, not one by one.
      const due = [...receivers].filter(
        ([webhookId, { isParked, inFlight, limit }]) =>
          isParked && (inFlight <= limit / 2 || webhookId === kept) && !isPaused(webhookId),
      )
      const sharers = new Map<string, number>()
      for (const [, { host }] of due) sharers.set(host, (sharers.get(host) ?? 0) + 1)
      return due.flatMap(([webhookId, receiver]) => {
        const { host } = receiver
        const left = sharers.get(host)!
        sharers.set(host, left - 1)
        const own = webhookId === kept ? unparkedAtATime : freePlaces(receiver)
        const places = Math.min(own, Math.ceil(hosts.room(host) / left))
        hosts.count(host, places)
        hosts.wait(host, webhookId)
        if (places === 0) return []
        // To the end: the next room of the host is for those that got none of this.
        receivers.delete(webhookId)
        receivers.set(webhookId, receiver)
        return [{ webhookId, places }]
      })
    },
    unparked({ webhookId, places }, deliveries, isPaused = false) {
      const receiver = receivers.get(webhookId)
      if (!receiver) return
      hosts.refund(receiver.host, places - deliveries)
      // It is not the host that it waits for, so nothing waits behind it.
      if (isPaused) hosts.stopWaiting(receiver.host, webhookId)
      // Others may have been parked by a transaction that was not committed yet.
      if (deliveries > 0 || isPaused) return
      receiver.isParked = false
      hosts.stopWaiting(receiver.host, webhookId)
      dropIfIdle(webhookId, receiver)
    },
  }
}
