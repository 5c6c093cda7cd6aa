import { setTimeout } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Clock, Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { getWebhook } from '../registry/get-webhook.ts'
import { webhookTables, type WebhookRow } from '../tables.ts'
import { acknowledgeEvents } from './acknowledge-events.ts'
import type { FeedPosition } from './feed-position.ts'
import type { FeedEvent, FeedQuery } from './feed-query.ts'
import { readFeed } from './read-feed.ts'

interface FeedServices {
  db: Db
  outbox: { channel: Pick<Channel, 'service' | 'notFound'>; clock: Clock }
}

/** How many requests of an account may wait for events at once in one process. */
export const pullsAtATime = 10
export const tooManyPulls = 'Too many requests wait for events: 10 of 10. Each ends with its wait.'

const beforeEveryEvent: FeedPosition = { xact: '0', id: '00000000-0000-0000-0000-000000000000' }
const pauseMs = 500

/**
 * The next events of an owner's webhook, as soon as there are any, or none when the wait has ended. The first call begins the feed:
 * events that are published from then on are in it. Every event is also pushed, unless it is acknowledged first.
 *
 * @param signal ends the wait early
 */
export async function pullEvents(
  services: FeedServices,
  owner: { ownerId: string },
  webhookId: string,
  { after, wait, limit }: FeedQuery,
  signal: AbortSignal,
): Promise<FeedEvent[]> {
  const { db, outbox } = services
  const webhook = await getWebhook(services, owner, webhookId)
  if (!webhook.feedStartedAt) await startFeed(services, webhookId)
  const acknowledged = acknowledgedOf(webhook)
  if (after && isAfter(after, acknowledged))
    await acknowledgeEvents(db, outbox.channel, webhookId, acknowledged, after, new Date(outbox.clock.now()))
  const end = performance.now() + wait * 1000
  for (;;) {
    const events = await readFeed(db, outbox.channel, webhookId, after ?? acknowledged, limit)
    const leftMs = Math.ceil(end - performance.now())
    if (events.length > 0 || leftMs <= 0 || signal.aborted) return events
    await setTimeout(Math.min(leftMs, pauseMs), undefined, { signal }).catch(() => {})
  }
}

async function startFeed({ db, outbox }: FeedServices, webhookId: string): Promise<void> {
  const { webhooks } = webhookTables(outbox.channel.service)
  await db
    .update(webhooks)
    .set({ feedStartedAt: new Date(outbox.clock.now()) })
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.feedStartedAt)))
}

function acknowledgedOf({ feedAcknowledgedXact, feedAcknowledgedId }: WebhookRow): FeedPosition {
  return feedAcknowledgedXact !== null && feedAcknowledgedId !== null
    ? { xact: feedAcknowledgedXact, id: feedAcknowledgedId }
    : beforeEveryEvent
}

const isAfter = (one: FeedPosition, other: FeedPosition): boolean =>
  one.xact === other.xact ? one.id > other.id : BigInt(one.xact) > BigInt(other.xact)
