import type { Db } from '@waypost/postgres'
import { cancelDeliveries } from '../cancel-deliveries.ts'
import type { Channel } from '../channel.ts'
import { webhookSecretContext, type Keyring } from '../keyring.ts'
import { webhookTables, type WebhookRow } from '../tables.ts'
import { compileFilter, type WebhookFilter } from '../filters/compile-filter.ts'
import type { WebhookFormat } from '../formats/webhook-format.ts'
import { changeHeaders } from '../headers/change-headers.ts'
import { isOwnWebhook, type OwnWebhook } from './find-webhook.ts'

export interface WebhookChange {
  name?: string | undefined
  url?: string | undefined
  events?: string[] | undefined
  /** Null: the webhook gets every event that it subscribes to. */
  filter?: WebhookFilter | null | undefined
  /** Name → value, null to remove it; null: the webhook has none of its own. */
  headers?: Record<string, string | null> | null | undefined
  /** Null: no limit. */
  maxPerSecond?: number | null | undefined
  /** Null: the events themselves. */
  format?: WebhookFormat | null | undefined
  isActive?: boolean | undefined
  secret?: string | undefined
}

const previousSecretSignsMs = 24 * 3_600_000

/**
 * Changes a webhook. Pending deliveries are sent with the new url, secret and format; those of a deactivated webhook are
 * cancelled. A replaced secret also signs for a day. Activating a webhook that the service disabled or put on hold
 * enables it again.
 *
 * @param now in epoch milliseconds
 *
 * @returns the row, or undefined where that owner has none with that id
 */
export async function changeWebhook(
  tx: Db,
  channel: Pick<Channel, 'service'>,
  keyring: Keyring,
  webhook: OwnWebhook,
  { name, url, events, filter, headers, maxPerSecond, format, isActive, secret }: WebhookChange,
  now: number,
): Promise<WebhookRow | undefined> {
  const { webhooks } = webhookTables(channel.service)
  const { id } = webhook
  const own = isOwnWebhook(webhooks, webhook)
  const context = webhookSecretContext(id)
  const [current] = await tx.select().from(webhooks).where(own).for('no key update')
  if (!current) return undefined
  // Sending the same change twice must not drop the previous secret, which receivers still have.
  const isRotation = secret !== undefined && secret !== keyring.open(current.sealedSecret, context)
  const [row] = await tx
    .update(webhooks)
    .set({
      name: name ?? current.name,
      url: url ?? current.url,
      events: events ? [...new Set(events)] : current.events,
      ...(filter !== undefined && { filter, filterPath: filter && compileFilter(filter) }),
      ...changeHeaders(keyring, current, headers, url ?? current.url),
      ...(maxPerSecond !== undefined && { maxPerSecond }),
      ...(format !== undefined && { format }),
      isActive: isActive ?? current.isActive,
      ...(isActive && { disabledAt: null, disabledReason: null, heldAt: null }),
      ...(isRotation && {
        sealedSecret: keyring.seal(secret, context),
        previousSealedSecret: current.sealedSecret,
        previousSecretUntil: new Date(now + previousSecretSignsMs),
      }),
    })
    .where(own)
    .returning()
  if (isActive === false) await cancelDeliveries(tx, channel, id, new Date(now))
  return row
}
