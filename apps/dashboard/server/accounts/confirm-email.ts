import { eq } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { linksPerClient } from '../attempts/limits.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { accounts } from '../db/tables.ts'
import { useMailedToken } from '../mailed-tokens/use-mailed-token.ts'
import type { Services } from '../services.ts'
import { bumpTokenEpoch } from '../token-revocations/bump-token-epoch.ts'

/**
 * Confirms the e-mail address of an account. A user who opens the link in a browser that is signed in to the account has
 * both the password and the mailbox. In any other browser, the user may have only the mailbox, and a stranger may have
 * created the account. Its keys, webhooks and forwarding rules then go on hold at the first confirmation.
 *
 * @param signedInAs the account of the browser's session
 * @returns the confirmed address, and whether anything was put on hold
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
    const isFirst = account.emailConfirmedAt === null
    const isProven = signedInAs === accountId
    const held = isFirst && !isProven
    // Earlier JWTs say that the address is not confirmed. The services hear of it with the revocation.
    if (isFirst) await bumpTokenEpoch(tx, services, accountId, { hold: held })
    const now = new Date(services.clock.now())
    await tx
      .update(accounts)
      .set({ emailConfirmedAt: now, ...(isProven && { mailboxProvenAt: now }) })
      .where(eq(accounts.id, accountId))
    return { email: account.email, held }
  })
  services.revocations.soon()
  return confirmed
}
