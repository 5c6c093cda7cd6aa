/**
 * Counts the requests in flight per receiver and per owner, and limits them.
 *
 * A receiver starts with a modest limit. Quick responses raise the limit, time-outs halve it down to a minimum:
 * receivers that respond get more places, receivers that hang hold few. An owner's receivers together never get more
 * than half of all places, so that one owner cannot block the others.
 */
export interface Receivers {
  /** Takes a place for a request if both the receiver and its owner have a free one. */
  admit(webhookId: string, ownerId: string): boolean
  /** Gives the place back and adjusts the receiver's limit to the outcome. */
  release(webhookId: string, ownerId: string, outcome: { timedOut: boolean; durationMs: number }): void
  /** Records whether deliveries for this receiver are parked. */
  setParked(webhookId: string, isParked: boolean): void
  /** The receivers with both parked deliveries and free places, and the number of those places. */
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
  // Idle receivers without a learned limit are removed, so that memory is bounded by the current work.
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
        // In batches worth a transaction, not one by one.
        isParked && inFlight <= limit / 2 ? [{ webhookId, room: limit - inFlight }] : [],
      )
    },
  }
}
