import { insertRows, newId, type Clock, type Db, type Boss } from '@waypost/postgres'
import { withSpan } from '@waypost/telemetry'
import type { z } from 'zod'
import type { Channel, EventSchemas } from './channel.ts'
import { findReceivers, findReceiversOf, type Callback, type Receiver } from './find-receivers.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { webhookTables } from './tables.ts'

/** The database of a service's outgoing events. */
export interface Outbox<Events extends EventSchemas = EventSchemas> {
  channel: Channel<Events>
  /** Opened on the channel's outbox schema. */
  boss: Boss
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
 * Publishes an event: one delivery for each of the owner's active webhooks that subscribe to it, each with its job for
 * the dispatcher. All of it belongs to `tx`, so the event exists if and only if its cause was committed. For a receiver
 * that is far behind, the delivery is parked at once, behind the others; for a webhook that the service disabled, the
 * event is recorded as cancelled, so that it can be recovered.
 *
 * @param tx the transaction of the change that the event announces
 *
 * @returns the ids of the deliveries that will be made
 */
export async function publishEvent<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  { ownerId, event, data, callback }: NewEvent<Events, Name>,
): Promise<string[]> {
  const at = new Date(outbox.clock.now())
  const receivers = callback
    ? await findReceiversOf(tx, outbox.channel, { ownerId, event, at }, callback)
    : await findReceivers(tx, outbox.channel, { ownerIds: [ownerId], event, at })
  return deliver(tx, outbox, { event, at, receivers, events: [{ ownerId, data }], callback })
}

/**
 * One of many events that are published together. `traceParent` is the trace context of its cause, where that is not
 * the caller.
 */
export type EventOfMany<Events extends EventSchemas, Name extends keyof Events & string> = Pick<
  NewEvent<Events, Name>,
  'ownerId' | 'data'
> & { traceParent?: string | undefined }

/** Publishes the same event for many things, possibly of many owners, as {@link publishEvent} does for one. */
export async function publishEvents<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  event: Name,
  events: EventOfMany<Events, Name>[],
): Promise<string[]> {
  const at = new Date(outbox.clock.now())
  const ownerIds = [...new Set(events.map(({ ownerId }) => ownerId))]
  const receivers = await findReceivers(tx, outbox.channel, { ownerIds, event, at })
  return deliver(tx, outbox, { event, at, receivers, events })
}

// A statement has a limited number of parameters.
const insertedAtATime = 1000

interface Publication<Events extends EventSchemas, Name extends keyof Events & string> {
  event: Name
  at: Date
  receivers: Receiver[]
  events: EventOfMany<Events, Name>[]
  callback?: Callback | undefined
}

async function deliver<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  publication: Publication<Events, Name>,
): Promise<string[]> {
  const { event, receivers } = publication
  if (receivers.length === 0) return []
  const { outboxSchema } = outbox.channel
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.destination.name': outboxSchema,
    'waypost.event': event,
  }
  return withSpan(`publish ${outboxSchema}`, { kind: 'producer', attributes }, async (span) => {
    const ids = await queue(tx, outbox, publication, span?.traceParent ?? null)
    span?.set({ 'messaging.batch.message_count': ids.length })
    return ids
  })
}

async function queue<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  { event, at, receivers, events, callback }: Publication<Events, Name>,
  ownTraceParent: string | null,
): Promise<string[]> {
  const { channel, delaysMs } = outbox
  const firstDelayMs = delaysMs[0]!
  const firstAttemptAt = new Date(at.getTime() + firstDelayMs)
  const receiversOf = Map.groupBy(receivers, ({ ownerId }) => ownerId)
  const rows = events.flatMap(({ ownerId, data, traceParent = ownTraceParent }) => {
    const own = receiversOf.get(ownerId) ?? []
    const body = own.length > 0 ? eventBody(channel, event, at, data) : ''
    return own.map(({ id, isActive, isBehind }) => ({
      id: newId(),
      ownerId,
      webhookId: id,
      subjectId: callback?.subjectId ?? null,
      event,
      body,
      status: isActive ? ('pending' as const) : ('cancelled' as const),
      nextAttemptAt: isActive ? firstAttemptAt : null,
      // A job would be claimed, given up and deleted, which costs several times as much as the delivery itself.
      isParked: isActive && isBehind && firstDelayMs === 0,
      traceParent,
      createdAt: at,
      endedAt: isActive ? null : at,
    }))
  })
  const { deliveries } = webhookTables(channel.service)
  for (let start = 0; start < rows.length; start += insertedAtATime)
    await insertRows(tx, deliveries, rows.slice(start, start + insertedAtATime))
  const pending = rows.filter((row) => row.status === 'pending')
  const wanted = pending.filter((row) => !row.isParked).map(({ id, ownerId }) => ({ id, ownerId, round: 1 }))
  await enqueueDeliveries(tx, outbox, wanted, firstDelayMs === 0 ? null : firstAttemptAt)
  return pending.map(({ id }) => id)
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
