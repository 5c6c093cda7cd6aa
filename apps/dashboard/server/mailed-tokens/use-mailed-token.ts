import { and, eq, gt } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { mailedTokens } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashMailedToken } from './make-mailed-token.ts'
import type { Purpose } from './purposes.ts'

const noMore = 'The link has expired or was used already'

/**
 * Uses the token of an e-mailed link and returns its account. A token works once, and using it deletes all others of the
 * same account and purpose.
 *
 * @throws DomainError if the link expired, was used or never existed
 */
export async function useMailedToken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  purpose: Purpose,
): Promise<string> {
  const [used] = await db
    .delete(mailedTokens)
    .where(
      and(
        eq(mailedTokens.tokenHash, hashMailedToken(token)),
        eq(mailedTokens.purpose, purpose),
        gt(mailedTokens.expiresAt, new Date(clock.now())),
      ),
    )
    .returning({ accountId: mailedTokens.accountId })
  if (!used) throw new DomainError('invalid', noMore)
  const { accountId } = used
  await db
    .delete(mailedTokens)
    .where(and(eq(mailedTokens.accountId, accountId), eq(mailedTokens.purpose, purpose)))
  return accountId
}

/** Checks that a link is still valid, before expensive work is done. */
export async function requireMailedToken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  purpose: Purpose,
): Promise<void> {
  const [found] = await db
    .select({ expiresAt: mailedTokens.expiresAt })
    .from(mailedTokens)
    .where(and(eq(mailedTokens.tokenHash, hashMailedToken(token)), eq(mailedTokens.purpose, purpose)))
  if (!found || found.expiresAt.getTime() <= clock.now()) throw new DomainError('invalid', noMore)
}
