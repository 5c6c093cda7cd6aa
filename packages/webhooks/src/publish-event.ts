import type { PgBoss } from 'pg-boss'
import { newId, type Clock, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import type { Channel, EventSchemas } from './channel.ts'
import { findReceivers, type Callback } from './find-receivers.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { webhookTables } from './tables.ts'

/** Where a service puts its events. */
export interface Outbox<Events extends EventSchemas = EventSchemas> {
  channel: Channel<Events>
  /** Opened on the channel's outbox schema. */
  boss: PgBoss
  delaysMs: number[]
  clock: Clock
}

export interface NewEvent<Events extends EventSchemas, Name extends keyof Events & string> {
  ownerId: string
  event: Name
  data: z.input<Events[Name]>
  callback?: Callback
}

/**
 * Publishes an event: one delivery for each of the owner's active webhooks that subscribe to it, each with its
 * job for the dispatcher. All of it belongs to `tx`, so the event exists if and only if its cause was committed.
 * For a webhook that the service disabled it is recorded as cancelled, so that it can be recovered.
 *
 * @param tx the transaction that makes the change the event tells of
 * @returns the ids of the deliveries that will be made
 */
export async function publishEvent<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  { ownerId, event, data, callback }: NewEvent<Events, Name>,
): Promise<string[]> {
  const { channel, delaysMs, clock } = outbox
  const { deliveries } = webhookTables(channel.service)
  const at = new Date(clock.now())
  const receivers = await findReceivers(tx, channel, { ownerId, event, at }, callback)
  if (receivers.length === 0) return []

  const firstDelayMs = delaysMs[0]!
  const firstAttemptAt = new Date(at.getTime() + firstDelayMs)
  const body = eventBody(channel, event, at, data)
  const rows = receivers.map(({ id, isActive }) => ({
    id: newId(),
    ownerId,
    webhookId: id,
    subjectId: callback?.subjectId ?? null,
    event,
    body,
    status: isActive ? ('pending' as const) : ('cancelled' as const),
    nextAttemptAt: isActive ? firstAttemptAt : null,
    createdAt: at,
    endedAt: isActive ? null : at,
  }))
  await tx.insert(deliveries).values(rows)
  const wanted = rows.filter((row) => row.status === 'pending').map(({ id }) => ({ id, round: 1 }))
  await queueDeliveries(tx, outbox, wanted, firstDelayMs === 0 ? null : firstAttemptAt)
  return wanted.map(({ id }) => id)
}

/** The envelope, serialised once: these bytes are stored, signed and sent on every attempt. */
export function eventBody<Events extends EventSchemas, Name extends keyof Events & string>(
  channel: Channel<Events>,
  event: Name,
  at: Date,
  data: z.input<Events[Name]>,
): string {
  return JSON.stringify({ event, timestamp: channel.timestamp(at), data: channel.events[event]!.parse(data) })
}
