import { newId, type Db } from '@waypost/postgres'
import type { Channel } from '../channel.ts'
import { webhookSecretContext, type Keyring } from '../keyring.ts'
import { compileFilter, type WebhookFilter } from '../filters/compile-filter.ts'
import type { WebhookFormat } from '../formats/webhook-format.ts'
import { sealHeaders } from '../headers/seal-headers.ts'
import type { WebhookHeaders } from '../headers/webhook-headers.ts'
import { generateSecret } from '../signature.ts'
import { webhookTables, type WebhookRow } from '../tables.ts'

/**
 * Registers a webhook. Its secret, generated where none is given, is stored sealed and opened only to sign.
 *
 * @returns the row, and the secret to show to its owner this once
 */
export async function insertWebhook(
  tx: Db,
  { service }: Pick<Channel, 'service'>,
  keyring: Keyring,
  given: {
    ownerId: string
    name?: string
    url: string
    events: string[]
    filter?: WebhookFilter | undefined
    headers?: WebhookHeaders | undefined
    maxPerSecond?: number | undefined
    format?: WebhookFormat | undefined
    secret?: string | undefined
    createdAt: Date
  },
): Promise<{ row: WebhookRow; secret: string }> {
  const { webhooks } = webhookTables(service)
  const id = newId()
  const secret = given.secret ?? generateSecret()
  const [row] = await tx
    .insert(webhooks)
    .values({
      id,
      ownerId: given.ownerId,
      name: given.name ?? null,
      url: given.url,
      events: [...new Set(given.events)],
      ...(given.filter && { filter: given.filter, filterPath: compileFilter(given.filter) }),
      ...(given.headers && sealHeaders(keyring, id, given.headers)),
      maxPerSecond: given.maxPerSecond ?? null,
      format: given.format ?? null,
      sealedSecret: keyring.seal(secret, webhookSecretContext(id)),
      createdAt: given.createdAt,
    })
    .returning()
  return { row: row!, secret }
}
