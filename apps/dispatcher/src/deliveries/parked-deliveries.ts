import type { Clock } from '@waypost/postgres'
import type { OpenChannel } from '../services.ts'
import type { Receivers } from './receivers.ts'
import { listParkedReceivers, unparkDeliveries } from './unpark-deliveries.ts'

/** Deliveries that wait in their table until their receivers have free places. */
export interface ParkedDeliveries {
  /**
   * Queues as many parked deliveries as there are free places.
   *
   * @returns whether there were any
   */
  unpark(): Promise<boolean>
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
  const unparkNow = async (): Promise<boolean> => {
    const rooms = receivers.takeRoomForParked()
    if (rooms.length === 0) return false
    const given = await unparkDeliveries(channel, clock, rooms).catch((error: unknown) => {
      // The next look finds them again.
      for (const room of rooms) receivers.unparked(room, 0)
      throw error
    })
    for (const room of rooms) receivers.unparked(room, given.get(room.webhookId) ?? 0)
    onUnparked()
    return given.size > 0
  }

  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined
  const follow = async (): Promise<boolean> => {
    await running?.catch(() => false)
    next = undefined
    running = unparkNow()
    return running
  }

  return {
    // One at a time: two would skip what the other has locked, and take a receiver for one with nothing parked.
    unpark: () => (next ??= follow()),
    async look() {
      for (const target of await listParkedReceivers(channel)) receivers.park(target)
    },
  }
}
