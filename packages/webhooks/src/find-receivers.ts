import { and, arrayContains, asc, desc, eq, gt, or } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import { webhookTables } from './tables.ts'

/** Somebody who asked to be told of one thing by a URL, and what that thing is. */
export interface Callback {
  /** Prepared by `prepareCallback`; null where only webhooks are told. */
  url: string | null
  /** Deliveries can be found by it. */
  subjectId: string
}

// A disabled webhook is to be found again with nothing lost, but not for ever.
const recordWhileDisabledMs = 7 * 24 * 3_600_000

/**
 * Who is told of an event: the owner's webhooks that subscribe to it. With a callback its URL is told as well, and
 * every URL once: by the oldest active webhook that is registered for it, whose secret signs and whose failures count,
 * else by itself.
 */
export async function findReceivers(
  tx: Db,
  { service }: Pick<Channel, 'service'>,
  { ownerId, event, at }: { ownerId: string; event: string; at: Date },
  callback: Callback | undefined,
): Promise<{ id: string; isActive: boolean }[]> {
  const { webhooks } = webhookTables(service)
  const { id, isActive, isRegistered, url, createdAt } = webhooks
  const recordedSince = new Date(at.getTime() - recordWhileDisabledMs)
  const subscribes = and(
    or(isActive, gt(webhooks.disabledAt, recordedSince)),
    arrayContains(webhooks.events, [event]),
  )
  const isOwn = eq(webhooks.ownerId, ownerId)
  if (!callback) return tx.select({ id, isActive }).from(webhooks).where(and(isOwn, subscribes))
  const isCalled = callback.url === null ? undefined : and(isActive, eq(url, callback.url))
  return tx
    .selectDistinctOn([url], { id, isActive })
    .from(webhooks)
    .where(and(isOwn, or(subscribes, isCalled)))
    .orderBy(url, desc(isActive), desc(isRegistered), asc(createdAt), asc(id))
}
