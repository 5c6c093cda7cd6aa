import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { clientOf, DomainError } from '@waypost/http'
import { joinTransaction } from '@waypost/postgres'
import { countFailures } from '../attempts/count-failures.ts'
import { refreshFailuresPerClient } from '../attempts/limits.ts'
import { accounts, refreshTokens as table } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { hashRefreshToken } from './hash-refresh-token.ts'
import { issueTokens } from './issue-tokens.ts'
import type { RefreshRequest, Tokens } from './tokens.ts'

/**
 * Exchanges a refresh token for the next pair, once. A reused token is known to both the owner and a thief, who cannot
 * be told apart, so the whole login ends (RFC 9700, 4.14.2).
 */
export async function refreshTokens(
  services: Services,
  { refreshToken }: RefreshRequest,
  address: string,
): Promise<Tokens> {
  return countFailures(services, [[refreshFailuresPerClient, clientOf(address)]], async () => {
    const tokenHash = hashRefreshToken(refreshToken)
    const tokens = await services.db.transaction((tx) =>
      rotate({ ...services, db: joinTransaction(tx) }, tokenHash),
    )
    // Not thrown inside the transaction, which may have ended the login and must commit.
    if (!tokens) throw new DomainError('unauthenticated', 'Invalid refresh token')
    return tokens
  })
}

async function rotate(services: Services, tokenHash: Buffer): Promise<Tokens | undefined> {
  const { db, clock } = services
  const now = new Date(clock.now())
  const [found] = await db
    .select({ familyId: table.familyId, accountId: table.accountId })
    .from(table)
    .where(eq(table.tokenHash, tokenHash))
  if (!found) return undefined
  const { familyId, accountId } = found
  // Locks the account first, in the same order as ending all of its logins does.
  const [account] = await db
    .select({
      id: accounts.id,
      email: accounts.email,
      tokenEpoch: accounts.tokenEpoch,
      emailConfirmedAt: accounts.emailConfirmedAt,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('key share')

  // One exchange at a time in a family: otherwise a revocation would miss a successor that is being inserted.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${familyId}, 0))`)
  const [used] = await db
    .update(table)
    .set({ usedAt: now })
    .where(and(eq(table.tokenHash, tokenHash), isNull(table.usedAt), gt(table.expiresAt, now)))
    .returning({ familyId: table.familyId })
  if (!used || !account) {
    await revokeIfReused(services, tokenHash, familyId)
    return undefined
  }
  return issueTokens(services, account, familyId)
}

async function revokeIfReused({ db, events }: Services, tokenHash: Buffer, familyId: string): Promise<void> {
  const [token] = await db
    .select({ accountId: table.accountId, usedAt: table.usedAt })
    .from(table)
    .where(eq(table.tokenHash, tokenHash))
  if (!token?.usedAt) return
  await db.delete(table).where(eq(table.familyId, familyId))
  events.refreshTokenReused(token.accountId)
}
