import type { Clock } from '@waypost/postgres'
import type { OpenChannel } from '../services.ts'
import { createPaces } from './paces.ts'
import type { Receivers } from './receivers.ts'
import { listParkedReceivers, unparkDeliveries } from './unpark-deliveries.ts'

/** Deliveries that wait in their table until their receivers have free places. */
export interface ParkedDeliveries {
  /** Queues as many parked deliveries as there are free places and rate limits allow. */
  unpark(): Promise<void>
  /** Unparks if a webhook with a rate limit may have more of its deliveries now. */
  unparkDue(): Promise<void>
  /** Time until a webhook with a rate limit may have more of its parked deliveries; Infinity where none waits for that. */
  waitMs(): number
  /** Reads the receivers for which other dispatchers, or one that died, have parked deliveries. */
  look(): Promise<void>
}

/** @param onUnparked is called when there are jobs to claim */
export function createParkedDeliveries(
  channel: OpenChannel,
  clock: Clock,
  receivers: Receivers,
  onUnparked: () => void,
): ParkedDeliveries {
  const paces = createPaces(clock)
  const unparkNow = async (): Promise<void> => {
    const rooms = receivers.takeRoomForParked(paces.isPaused)
    if (rooms.length === 0) return
    const given = await unparkDeliveries(channel, clock, rooms).catch((error: unknown) => {
      // The next look finds them again.
      for (const room of rooms) receivers.unparked(room, 0)
      throw error
    })
    let isAny = false
    for (const room of rooms) {
      const { deliveries, waitMs } = given.get(room.webhookId)!
      const isPaused = waitMs > 0
      if (isPaused) paces.pause(room.webhookId, waitMs)
      receivers.unparked(room, deliveries, isPaused)
      isAny ||= deliveries > 0
    }
    if (isAny) onUnparked()
  }

  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const follow = async (): Promise<void> => {
    await running?.catch(() => undefined)
    next = undefined
    running = unparkNow()
    return running
  }

  // One at a time: two would skip what the other has locked, and take a receiver for one with nothing parked.
  const unpark = () => (next ??= follow())

  return {
    unpark,
    async unparkDue() {
      if (paces.takeDue()) await unpark()
    },
    waitMs: paces.waitMs,
    async look() {
      for (const target of await listParkedReceivers(channel)) receivers.park(target)
    },
  }
}
