import { and, eq, not } from 'drizzle-orm'
import { newId, type Clock, type Db } from '@waypost/postgres'
import type { Channel } from './channel.ts'
import { webhookSecretContext, type Keyring } from './keyring.ts'
import { webhookTables } from './tables.ts'

/**
 * Prepares a URL to receive events without a webhook registered for it.
 *
 * @param tx the transaction of the change that will be notified
 *
 * @param secret signs deliveries to the URL; when it differs from the previous one, also those still pending
 */
export async function prepareCallback(
  tx: Db,
  { keyring, clock }: { keyring: Keyring; clock: Clock },
  { service }: Pick<Channel, 'service'>,
  { ownerId, url, secret }: { ownerId: string; url: string; secret: string },
): Promise<void> {
  const { webhooks } = webhookTables(service)
  const id = newId()
  const sealedSecret = keyring.seal(secret, webhookSecretContext(id))
  const createdAt = new Date(clock.now())
  const made = await tx
    .insert(webhooks)
    .values({ id, ownerId, url, events: [], isRegistered: false, sealedSecret, createdAt })
    .onConflictDoNothing()
    .returning({ id: webhooks.id })
  if (made.length > 0) return

  const isIt = and(eq(webhooks.ownerId, ownerId), eq(webhooks.url, url), not(webhooks.isRegistered))
  const [known] = await tx.select().from(webhooks).where(isIt)
  const context = webhookSecretContext(known!.id)
  if (known!.isActive && opens(keyring, known!.sealedSecret, context) === secret) return
  await tx
    .update(webhooks)
    // The URL may have been put on hold with the whole account. Naming it now takes a valid credential, so it is
    // released.
    .set({
      sealedSecret: keyring.seal(secret, context),
      isActive: true,
      heldAt: null,
      disabledAt: null,
      disabledReason: null,
    })
    .where(isIt)
}

/** Undefined where the key that sealed it is gone: the secret is derived, so it is not lost with the key. */
function opens(keyring: Keyring, sealed: string, context: string): string | undefined {
  try {
    return keyring.open(sealed, context)
  } catch {
    return undefined
  }
}
