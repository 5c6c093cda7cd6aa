import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts, knownBrowsers, refreshTokens, sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { bumpTokenEpoch } from '../token-revocations/bump-token-epoch.ts'

export interface EndOptions {
  /** The session to keep. */
  except?: string
  /** Whether to put keys, webhooks and forwarding rules on hold until their owner confirms each. */
  hold?: boolean
}

/**
 * Signs out every browser of an account and every client with refresh tokens. Once `tx` has committed, a sweep makes the
 * services refuse their JWTs.
 */
export async function endAllSessions(
  tx: Db,
  services: Pick<Services, 'clock'>,
  accountId: string,
  { except, hold = false }: EndOptions = {},
): Promise<void> {
  // A transaction that adds a session or refresh token has at least a key-share lock on the account, by the foreign key.
  // `for update` waits for it, so that the statements below see the new row; an UPDATE of the epoch alone would not wait.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  await bumpTokenEpoch(tx, services, accountId, { hold })
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), except === undefined ? undefined : ne(sessions.id, except)))
  // The next sign-in in a browser that somebody else was signed out of is told to the owner again.
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.accountId, accountId))
  await tx.delete(refreshTokens).where(eq(refreshTokens.accountId, accountId))
}
