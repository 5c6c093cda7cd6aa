import { count, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordChange } from '../audit-logs/record-change.ts'
import { secrets } from '../db/secret-tables.ts'
import { holdAccount } from '../limits/hold-account.ts'
import type { Actor, Services } from '../services.ts'
import { secretContext, toSecret, type Secret } from './secret.ts'

const MOST_SECRETS = 200
/** The error where an account has as many as it may. */
export const tooManySecrets = `Limit reached: ${MOST_SECRETS} of ${MOST_SECRETS} secrets are used, and the limit does not reset: delete some first`

/** Saves a secret of the account, in place of an earlier one of that name. */
export async function saveSecret(
  services: Services,
  actor: Actor,
  name: string,
  value: string,
): Promise<Secret> {
  const { db, clock, keyring } = services
  const { ownerId } = actor
  const now = new Date(clock.now())
  const sealedValue = keyring.seal(value, secretContext(ownerId, name))
  const { createdAt, updatedAt } = secrets
  return db.transaction(async (tx) => {
    await holdAccount(tx, ownerId)
    const [saved] = await tx
      .insert(secrets)
      .values({ ownerId, name, sealedValue, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [secrets.ownerId, secrets.name],
        set: { sealedValue, updatedAt: now },
      })
      .returning({ name: secrets.name, createdAt, updatedAt })
    const [all] = await tx.select({ count: count() }).from(secrets).where(eq(secrets.ownerId, ownerId))
    if (all!.count > MOST_SECRETS) throw new DomainError('forbidden', tooManySecrets)
    await recordChange(tx, services, actor, 'secret.saved', null)
    return toSecret(saved!)
  })
}
