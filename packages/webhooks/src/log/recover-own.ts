import type { z } from 'zod'
import type { Db } from '@waypost/postgres'
import type { Outbox } from '../publish-event.ts'
import { getActiveWebhook } from '../registry/get-webhook.ts'
import { countMissed, recoverDeliveries, type Recovery, type recoveryResult } from './recover-deliveries.ts'

/**
 * Redelivers what an owner's webhook missed, or only counts it. May be repeated.
 *
 * @param record writes the audit log entry, before anything is recovered
 */
export async function recoverOwn(
  services: { db: Db; outbox: Pick<Outbox, 'channel' | 'boss' | 'clock'> },
  owner: { ownerId: string },
  webhookId: string,
  { dryRun = false, ...missed }: Recovery,
  record: (db: Db) => Promise<void>,
): Promise<z.infer<typeof recoveryResult>> {
  const { db, outbox } = services
  await getActiveWebhook(services, owner, webhookId)
  if (dryRun) return { recovered: await countMissed(db, outbox.channel, webhookId, missed), dryRun }
  await record(db)
  return { recovered: await recoverDeliveries(db, outbox, webhookId, missed) }
}
