import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts, refreshTokens, sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { bumpTokenEpoch } from '../token-revocations/bump-token-epoch.ts'

export interface EndOptions {
  /** The session that stays. */
  except?: string
  /** Whether keys, webhooks and forwarding are switched off as well until the owner keeps each. */
  hold?: boolean
}

/**
 * Signs out every browser of an account and every client that logged in for tokens; the JWTs that they have are refused
 * by the services, which are told after `tx` commits.
 *
 * @param tx a transaction
 */
export async function endAllSessions(
  tx: Db,
  services: Pick<Services, 'clock'>,
  accountId: string,
  { except, hold = false }: EndOptions = {},
): Promise<void> {
  // Whoever adds a session holds a lock on the account, and what this waited for is seen by what follows. An UPDATE of
  // the epoch alone would not wait for them.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  await bumpTokenEpoch(tx, services, accountId, { hold })
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), except === undefined ? undefined : ne(sessions.id, except)))
  await tx.delete(refreshTokens).where(eq(refreshTokens.accountId, accountId))
}
