import { sql } from 'drizzle-orm'
import type { ReadinessCheck } from '@waypost/http'
import { webhookSecretContext, type Keyring } from '@waypost/webhooks'
import type { OpenChannel } from './services.ts'

/** Checks that the key ring opens the secret of a service's newest webhook, without which nothing could be signed. */
export function checkKeys(
  { channel, db }: Pick<OpenChannel, 'channel' | 'db'>,
  keyring: Pick<Keyring, 'open'>,
): ReadinessCheck {
  return async () => {
    const { rows } = await db.execute<{ id: string; sealed_secret: string }>(sql`
      select id, sealed_secret from ${sql.identifier(channel.service)}.webhooks order by id desc limit 1
    `)
    try {
      for (const { id, sealed_secret: sealed } of rows) keyring.open(sealed, webhookSecretContext(id))
      return undefined
    } catch {
      return `ENCRYPTION_KEYS does not open the secrets of the ${channel.service} service's webhooks`
    }
  }
}
