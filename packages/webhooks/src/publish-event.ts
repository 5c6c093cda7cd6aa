import { and, arrayContains, eq } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { inTransaction, newId, type Clock, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { deliveryQueue, type Channel, type EventSchemas } from './channel.ts'
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
}

/**
 * Publishes an event: one delivery for each of the owner's active webhooks that subscribe to it, each with its
 * job for the dispatcher. All of it belongs to `tx`, so the event exists if and only if its cause was committed.
 *
 * @param tx the transaction that makes the change the event tells of
 * @returns the ids of the deliveries
 */
export async function publishEvent<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  { channel, boss, delaysMs, clock }: Outbox<Events>,
  { ownerId, event, data }: NewEvent<Events, Name>,
): Promise<string[]> {
  const { webhooks, deliveries } = webhookTables(channel.service)
  const receivers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.ownerId, ownerId), webhooks.isActive, arrayContains(webhooks.events, [event])))
  if (receivers.length === 0) return []

  const at = new Date(clock.now())
  const firstAttemptAt = new Date(at.getTime() + delaysMs[0]!)
  const body = eventBody(channel, event, at, data)
  const ids = receivers.map(() => newId())
  await tx.insert(deliveries).values(
    receivers.map((webhook, index) => ({
      id: ids[index]!,
      ownerId,
      webhookId: webhook.id,
      event,
      body,
      nextAttemptAt: firstAttemptAt,
      createdAt: at,
    })),
  )
  await boss.insert(
    deliveryQueue.name,
    ids.map((deliveryId) => ({ data: { deliveryId }, startAfter: firstAttemptAt })),
    { ...inTransaction(tx), returnId: false },
  )
  return ids
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
