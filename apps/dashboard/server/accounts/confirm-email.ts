import { eq } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { linksPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts } from '../db/tables.ts'
import { useMailedToken } from '../mailed-tokens/use-mailed-token.ts'
import type { Services } from '../services.ts'
import { bumpTokenEpoch } from '../token-revocations/bump-token-epoch.ts'

/**
 * Confirms the address of an account. Whoever opens the link in a browser that is signed in to it has both the password
 * and the mailbox. Elsewhere the mailbox may be all that they have, of an account that a stranger made: at the first
 * confirmation its keys, webhooks and forwarding are off until their owner keeps each.
 *
 * @param signedInAs the account of the browser's session
 * @returns the address that is confirmed from now on, and whether something was switched off
 */
export async function confirmEmail(
  services: Services,
  token: string,
  { address, signedInAs }: { address: string; signedInAs: string | undefined },
): Promise<{ email: string; held: boolean }> {
  await takeAttempt(services, linksPerClient, clientOf(address))
  const confirmed = await services.db.transaction(async (tx) => {
    const accountId = await useMailedToken({ ...services, db: tx }, token, 'confirm_email')
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update')
    if (!account) throw new DomainError('not_found', 'Account not found')
    const held = account.emailConfirmedAt === null && signedInAs !== accountId
    if (held) await bumpTokenEpoch(tx, services, accountId, { hold: true })
    await tx
      .update(accounts)
      .set({ emailConfirmedAt: new Date(services.clock.now()) })
      .where(eq(accounts.id, accountId))
    return { email: account.email, held }
  })
  services.revocations.soon()
  return confirmed
}
