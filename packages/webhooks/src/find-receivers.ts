import { and, arrayContains, asc, desc, eq, gt, or, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import { webhookTables } from './tables.ts'

/** A URL to be notified of one thing, and the id of that thing. */
export interface Callback {
  /** Prepared by `prepareCallback`; null where only webhooks are notified. */
  url: string | null
  /** Deliveries can be listed by this id. */
  subjectId: string
}

export interface Receiver {
  id: string
  ownerId: string
  isActive: boolean
  /** So many deliveries are parked for it that another one would be parked as well. */
  isBehind: boolean
}

const farBehind = 8

// A disabled webhook can be enabled again without loss, but not after any time.
const recordWhileDisabledMs = 7 * 24 * 3_600_000

/** The receivers of an event of these owners: their webhooks that subscribe to it. */
export async function findReceivers(
  tx: Db,
  { service }: Pick<Channel, 'service'>,
  { ownerIds, event, at }: { ownerIds: string[]; event: string; at: Date },
): Promise<Receiver[]> {
  const { webhooks } = webhookTables(service)
  const { id, ownerId, isActive } = webhooks
  const isOwn =
    ownerIds.length === 1 ? eq(ownerId, ownerIds[0]!) : sql`${ownerId} = any(${sql.param(ownerIds)})`
  return tx
    .select({ id, ownerId, isActive, isBehind: isBehind(service) })
    .from(webhooks)
    .where(and(isOwn, subscribes(service, event, at)))
}

/**
 * Like {@link findReceivers}, with the callback's URL as well. Every URL is notified once: by the oldest active
 * webhook registered for it, whose secret signs and which counts the failures, else by the callback itself.
 */
export async function findReceiversOf(
  tx: Db,
  { service }: Pick<Channel, 'service'>,
  { ownerId, event, at }: { ownerId: string; event: string; at: Date },
  callback: Callback,
): Promise<Receiver[]> {
  const { webhooks } = webhookTables(service)
  const { id, isActive, isRegistered, url, createdAt } = webhooks
  const isCalled = callback.url === null ? undefined : and(isActive, eq(url, callback.url))
  return tx
    .selectDistinctOn([url], { id, ownerId: webhooks.ownerId, isActive, isBehind: isBehind(service) })
    .from(webhooks)
    .where(and(eq(webhooks.ownerId, ownerId), or(subscribes(service, event, at), isCalled)))
    .orderBy(url, desc(isActive), desc(isRegistered), asc(createdAt), asc(id))
}

// In the order of the index, of which Postgres then reads as much as that and no more.
const isBehind = (service: string) => sql<boolean>`(
  select parked.id from ${sql.identifier(service)}.deliveries parked
  where parked.webhook_id = webhooks.id and parked.is_parked
  order by parked.id limit 1 offset ${sql.raw(String(farBehind - 1))}
) is not null`

function subscribes(service: string, event: string, at: Date) {
  const { webhooks } = webhookTables(service)
  const recordedSince = new Date(at.getTime() - recordWhileDisabledMs)
  return and(
    or(webhooks.isActive, gt(webhooks.disabledAt, recordedSince)),
    arrayContains(webhooks.events, [event]),
  )
}
