/**
 * How many requests each receiver, and each owner's receivers together, have in flight, and how many they may have.
 *
 * A receiver starts with a modest limit. Quick answers raise it, time-outs halve it down to a floor: whoever answers
 * gets more, whoever hangs holds little. An owner's receivers together never get more than half of all, so that one
 * owner cannot take the dispatcher away from the others.
 */
export interface Receivers {
  /** Takes a place for a request if the receiver and its owner have one left. */
  admit(webhookId: string, ownerId: string): boolean
  /** Gives the place back and learns from how the request went. */
  release(webhookId: string, ownerId: string, outcome: { timedOut: boolean; durationMs: number }): void
  /** Says that deliveries of this receiver wait for a place. */
  setParked(webhookId: string, isParked: boolean): void
  /** The receivers that have both deliveries waiting and places for them, and how many places. */
  withRoomForParked(): { webhookId: string; room: number }[]
}

interface Receiver {
  inFlight: number
  limit: number
  isParked: boolean
}

const startLimit = 32
const maxLimit = 128
const minLimit = 16
const quickMs = 1000

export function createReceivers({ concurrency }: { concurrency: number }): Receivers {
  const receivers = new Map<string, Receiver>()
  const ownersInFlight = new Map<string, number>()
  const ownerLimit = Math.max(1, Math.floor(concurrency / 2))
  const cap = (limit: number) => Math.min(limit, ownerLimit)

  const find = (webhookId: string): Receiver => {
    const known = receivers.get(webhookId)
    if (known) return known
    const receiver = { inFlight: 0, limit: cap(startLimit), isParked: false }
    receivers.set(webhookId, receiver)
    return receiver
  }
  // What is idle and has nothing to be remembered for is forgotten, so that memory follows the work at hand.
  const dropIfIdle = (webhookId: string, { inFlight, limit, isParked }: Receiver): void => {
    if (inFlight === 0 && !isParked && limit >= cap(startLimit)) receivers.delete(webhookId)
  }

  return {
    admit(webhookId, ownerId) {
      const receiver = find(webhookId)
      const ownerInFlight = ownersInFlight.get(ownerId) ?? 0
      if (receiver.inFlight >= receiver.limit || ownerInFlight >= ownerLimit) return false
      receiver.inFlight += 1
      ownersInFlight.set(ownerId, ownerInFlight + 1)
      return true
    },
    release(webhookId, ownerId, { timedOut, durationMs }) {
      const receiver = find(webhookId)
      receiver.inFlight -= 1
      if (timedOut) receiver.limit = Math.max(cap(minLimit), Math.floor(receiver.limit / 2))
      else if (durationMs < quickMs) receiver.limit = Math.min(cap(maxLimit), receiver.limit + 1)
      const ownerInFlight = ownersInFlight.get(ownerId)! - 1
      if (ownerInFlight === 0) ownersInFlight.delete(ownerId)
      else ownersInFlight.set(ownerId, ownerInFlight)
      dropIfIdle(webhookId, receiver)
    },
    setParked(webhookId, isParked) {
      const receiver = find(webhookId)
      receiver.isParked = isParked
      dropIfIdle(webhookId, receiver)
    },
    withRoomForParked() {
      return [...receivers].flatMap(([webhookId, { inFlight, limit, isParked }]) =>
        // In portions worth a transaction, not one by one.
        isParked && inFlight <= limit / 2 ? [{ webhookId, room: limit - inFlight }] : [],
      )
    },
  }
}
