import type { Logger } from '@waypost/http'
import { watchDue } from '@waypost/postgres'
import { announceWebhooks, webhooksToAnnounce, type FailingThreshold, type Outbox } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'

const everyMs = 10_000

/**
 * Announces webhooks that fail for long, and those that deliver again, every few seconds.
 *
 * @returns stops it
 */
export function startAnnouncing(
  channel: OpenChannel & Pick<Outbox, 'clock'>,
  threshold: FailingThreshold,
  logger: Logger,
): () => Promise<void> {
  const announcing = {
    name: 'announce webhooks',
    among: () => webhooksToAnnounce(channel.channel, threshold),
    work: () => announceWebhooks(channel.db, channel, threshold),
  }
  return watchDue(channel.db, [announcing], {
    everyMs,
    onError: (error) => logger.warn({ err: error }, 'could not announce webhooks'),
  })
}
