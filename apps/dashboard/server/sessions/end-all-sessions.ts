import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts, refreshTokens, sessions } from '../db/tables.ts'

/**
 * Signs out every browser of an account, and every client that logged in for tokens.
 *
 * @param tx a transaction
 * @param except the session that stays
 */
export async function endAllSessions(tx: Db, accountId: string, except?: string): Promise<void> {
  // Whoever adds one holds a lock on the account, and what this waited for is seen by what follows.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), except === undefined ? undefined : ne(sessions.id, except)))
  await tx.delete(refreshTokens).where(eq(refreshTokens.accountId, accountId))
}
