import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { passkeys } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'

/** Removes a passkey of the account. The password keeps working, so the last one can go too. */
export async function removePasskey(
  services: Services,
  { account: { id: accountId, email } }: Session,
  passkeyId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId)))
      .returning({ id: passkeys.id })
    if (removed.length === 0) throw new DomainError('not_found', 'Passkey not found')
    await enqueueSystemEmail(tx, services, 'passkey_removed', email)
  })
  services.events.passkeyRemoved(accountId, passkeyId)
}
