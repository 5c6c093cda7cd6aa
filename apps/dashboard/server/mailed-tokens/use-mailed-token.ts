import { and, eq, gt } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { mailedTokens } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashMailedToken } from './make-mailed-token.ts'
import type { Purpose } from './purposes.ts'

const noMore = 'The link has expired or was used already'

/**
 * The account that a link was mailed to. It is good once, and with it go all others that were mailed for the same.
 *
 * @throws DomainError where there is no such link any more
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

/** Whether a link is good still, before anything is done that costs. */
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
