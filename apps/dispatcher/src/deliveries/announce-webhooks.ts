import { poll } from '@waypost/concurrency'
import type { Logger } from '@waypost/http'
import { announceWebhooks, type FailingThreshold, type Outbox } from '@waypost/webhooks'
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
  return poll(
    async () => void (await announceWebhooks(channel.db, channel, threshold)),
    everyMs,
    (error) => logger.warn({ err: error }, 'could not announce webhooks'),
  ).stop
}
