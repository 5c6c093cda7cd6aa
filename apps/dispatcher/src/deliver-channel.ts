import type { createBulkLogger, Logger, Stop } from '@waypost/http'
import { startRetention, type RetentionMetrics } from '@waypost/retention'
import type { Agent, Keyring } from '@waypost/webhooks'
import { startAnnouncing } from './deliveries/announce-webhooks.ts'
import { createDeliverer } from './deliveries/deliverer.ts'
import { expiredDeliveries } from './retention/expired-deliveries.ts'
import { expiredHours } from './retention/expired-hours.ts'
import { createHosts } from './deliveries/hosts.ts'
import type { Attempt } from './deliveries/make-attempt.ts'
import { startSharingPosts } from './deliveries/share-posts.ts'
import type { readEnv } from './env.ts'
import type { createDeliveryMetrics } from './metrics.ts'
import type { ConnectedChannel } from './open-channel.ts'

/** What all channels of a process share. */
export interface Shared {
  env: ReturnType<typeof readEnv>
  agent: Agent
  keyring: Keyring
  logger: Logger
  writeLine: ReturnType<typeof createBulkLogger>
  metrics: ReturnType<typeof createDeliveryMetrics>
  retentionMetrics: RetentionMetrics
}

/**
 * Delivers from an open channel, announces its webhooks that fail, and deletes what has expired.
 *
 * @returns ends it, once the requests in flight are settled
 */
export async function deliverChannel(
  channel: ConnectedChannel,
  { env, agent, keyring, logger, writeLine, metrics, retentionMetrics }: Shared,
): Promise<Stop> {
  const { name, clock } = channel
  const ownLogger = logger.child({ channel: name })
  const count = metrics.counterOf(name)
  const onAttempt = ({ claim, outcome, trace }: Attempt): void => {
    const { deliveryId, webhookId, number, event } = claim
    const { succeeded, status, error, durationMs } = outcome
    writeLine(
      { ...trace, channel: name, deliveryId, webhookId, number, event, status, error, durationMs },
      'attempt',
    )
    count({
      succeeded,
      isLast: claim.failedAttempts + 1 >= channel.delaysMs.length,
      durationMs,
      lateMs: claim.startedAt.getTime() - claim.dueAt.getTime(),
    })
  }
  const hosts = createHosts(clock, { perMinute: env.LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST })
  const deliverer = createDeliverer({ agent, keyring, clock, logger: ownLogger }, channel, {
    concurrency: env.DISPATCHER_CONCURRENCY,
    hosts,
    retryJitter: env.WEBHOOK_RETRY_JITTER,
    onAttempt,
    onUnopened: metrics.unsignedOf(name),
    onUnsent: metrics.unsentOf(name),
  })
  // What may fail comes first: nothing below has to be undone.
  await channel.listen(channel.channel.outboxSchema, deliverer.wake)
  const stopSharing = startSharingPosts(channel, hosts, ownLogger)
  metrics.watch(channel, deliverer.inFlight)
  deliverer.start()
  const failing = {
    afterMinutes: env.WEBHOOK_FAILING_AFTER_MINUTES,
    afterAttempts: env.WEBHOOK_FAILING_AFTER_ATTEMPTS,
  }
  const stopAnnouncing = startAnnouncing(channel, failing, ownLogger)
  const kinds = [
    expiredDeliveries(channel.channel, env.RETENTION_DELIVERIES_DAYS),
    expiredHours(channel.channel),
  ]
  const retention = { db: channel.db, clock, kinds, logger: ownLogger }
  const stopRetention = startRetention(`${name}.deliveries`, retention, retentionMetrics)
  return async () => {
    await Promise.all([stopRetention(), stopAnnouncing(), deliverer.stop(), stopSharing()])
  }
}
