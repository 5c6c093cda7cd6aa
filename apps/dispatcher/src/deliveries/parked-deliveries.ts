import type { OpenChannel } from '../services.ts'
import type { Receivers } from './receivers.ts'
import { listParkedReceivers, unparkDeliveries } from './unpark-deliveries.ts'

/** Deliveries that wait in their table until their receivers have free places. */
export interface ParkedDeliveries {
  /** Queues as many parked deliveries as there are free places. */
  unpark(): Promise<void>
  /** Reads the receivers for which other dispatchers, or one that died, have parked deliveries. */
  look(): Promise<void>
}

/** @param onUnparked is called when there are jobs to claim */
export function createParkedDeliveries(
  channel: OpenChannel,
  receivers: Receivers,
  onUnparked: () => void,
): ParkedDeliveries {
  return {
    async unpark() {
      const rooms = receivers.withRoomForParked()
      if (rooms.length === 0) return
      const given = await unparkDeliveries(channel, rooms)
      for (const { webhookId, room } of rooms)
        if (given.get(webhookId)! < room) receivers.setParked(webhookId, false)
      onUnparked()
    },
    async look() {
      for (const webhookId of await listParkedReceivers(channel)) receivers.setParked(webhookId, true)
    },
  }
}
