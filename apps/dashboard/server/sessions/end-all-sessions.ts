import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accounts, refreshTokens, sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { bumpTokenEpoch } from '../token-revocations/bump-token-epoch.ts'

export interface EndOptions {
  /** The session to keep. */
  except?: string
  /** Whether to put keys, webhooks and forwarding rules on hold until their owner confirms each. */
  hold?: boolean
}

/**
 * Signs out every browser of an account and every client with refresh tokens. After `tx` commits, the services are told
 * to refuse their JWTs.
 *
 * @param tx a transaction
 */
export async function endAllSessions(
  tx: Db,
  services: Pick<Services, 'clock'>,
  accountId: string,
  { except, hold = false }: EndOptions = {},
): Promise<void> {
  // Transactions that add a session lock the account. Waiting for the same lock makes their sessions visible to the
  // statements below; an UPDATE of the epoch alone would not wait for them.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  await bumpTokenEpoch(tx, services, accountId, { hold })
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), except === undefined ? undefined : ne(sessions.id, except)))
  await tx.delete(refreshTokens).where(eq(refreshTokens.accountId, accountId))
}
