import { inTransaction, newId, sendAhead, type Clock, type Db, type Boss } from '@waypost/postgres'
import { withSpan } from '@waypost/telemetry'
import type { z } from 'zod'
import { announceDeliveries } from './announce-deliveries.ts'
import type { Channel, EventSchemas } from './channel.ts'

/** The database of a service's outgoing events. */
export interface Outbox<Events extends EventSchemas = EventSchemas> {
  channel: Channel<Events>
  /** Opened on the channel's outbox schema. */
  boss: Boss
  delaysMs: number[]
  clock: Clock
}

/** A URL to be notified of one thing, and the id of that thing. */
interface Callback {
  /** Prepared by `prepareCallback`; null where only webhooks are notified. */
  url: string | null
  /** Deliveries can be listed by this id. */
  subjectId: string
}

export interface NewEvent<Events extends EventSchemas, Name extends keyof Events & string> {
  ownerId: string
  event: Name
  data: z.input<Events[Name]>
  /** The thing that the event is about, by which its deliveries can be listed. */
  subjectId?: string
  callback?: Callback
}

interface PublishOptions {
  subjectId?: string | undefined
  callback?: Callback | undefined
  /** Webhooks that are announced as failing get nothing. */
  sparesFailing?: boolean
}

export interface Published {
  /** The ids of the deliveries that will be made. Nobody has to wait for them: if publishing fails, its transaction does. */
  deliveryIds: Promise<string[]>
}

/**
 * Publishes an event: one delivery for each of the owner's active webhooks that subscribe to it, each with its job for
 * the dispatcher. All of it belongs to `tx`, so the event exists if and only if its cause was committed. For a receiver
 * that is far behind, the delivery is parked at once, behind the others; for a webhook that the service disabled, the
 * event is recorded as cancelled, so that it can be recovered.
 *
 * The statement is sent and not waited for, so that the COMMIT that follows costs no round trip of its own.
 *
 * @param tx the transaction of the change that the event announces
 *
 * @throws ZodError if the data does not match the event's schema
 */
export function publishEvent<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  { ownerId, event, data, subjectId, callback }: NewEvent<Events, Name>,
): Published {
  return publish(tx, outbox, event, [{ ownerId, data }], { subjectId, callback })
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
export function publishEvents<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  event: Name,
  events: EventOfMany<Events, Name>[],
  options: Pick<PublishOptions, 'sparesFailing'> = {},
): Published {
  return events.length === 0
    ? { deliveryIds: Promise.resolve([]) }
    : publish(tx, outbox, event, events, options)
}

function publish<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  outbox: Outbox<Events>,
  event: Name,
  events: EventOfMany<Events, Name>[],
  options: PublishOptions,
): Published {
  const { channel, clock } = outbox
  const at = new Date(clock.now())
  // What does not match its schema is refused here, before anything is sent.
  const bodies = events.map(({ data }) => eventBody(channel, event, at, data))
  return { deliveryIds: sendAhead(tx, () => send(tx, outbox, event, { at, events, bodies }, options)) }
}

async function send<Events extends EventSchemas, Name extends keyof Events & string>(
  tx: Db,
  { channel, boss, delaysMs }: Outbox<Events>,
  event: Name,
  { at, events, bodies }: { at: Date; events: EventOfMany<Events, Name>[]; bodies: string[] },
  { subjectId, callback, sparesFailing = false }: PublishOptions,
): Promise<string[]> {
  const { service, outboxSchema } = channel
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.destination.name': outboxSchema,
    'waypost.event': event,
  }
  return withSpan(`publish ${outboxSchema}`, { kind: 'producer', attributes }, async (span) => {
    const { db } = inTransaction(tx, { isPrepared: true })
    const shared = [event, at, delaysMs[0]]
    const traceOf = ({ traceParent }: EventOfMany<Events, Name>) => traceParent ?? span?.traceParent ?? null
    const [only] = events
    const { rows } =
      only && events.length === 1 && !callback
        ? await db.executeSql(`select ${service}.publish_event($1, $2, $3, $4, $5, $6, $7, $8, $9) as ids`, [
            ...shared,
            newId(),
            only.ownerId,
            bodies[0],
            traceOf(only),
            subjectId ?? null,
            sparesFailing,
          ])
        : await db.executeSql(
            `select ${service}.publish_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as ids`,
            [
              ...shared,
              events.map(newId),
              events.map(({ ownerId }) => ownerId),
              bodies,
              events.map(traceOf),
              callback?.subjectId ?? subjectId ?? null,
              callback?.url ?? null,
              callback !== undefined,
              sparesFailing,
            ],
          )
    const [{ ids }] = rows as [{ ids: string[] }]
    if (ids.length > 0 && delaysMs[0] === 0) announceDeliveries(tx, { channel, boss })
    span?.set({ 'messaging.batch.message_count': ids.length })
    return ids
  })
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
