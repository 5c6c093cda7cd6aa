import { eq, isNull, lte, or } from 'drizzle-orm'
import { accounts, automationKeys, sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { deleteAutomationKey } from './delete-automation-key.ts'

const atATime = 100

/**
 * Deletes the keys whose session has ended and those that have expired, so that they do not pile up in their owner's
 * list. A deletion that fails is retried.
 */
export async function revokeLeftKeys(services: Services): Promise<void> {
  const { db, clock } = services
  const left = await db
    .select({
      key: automationKeys,
      account: { id: accounts.id, email: accounts.email, tokenEpoch: accounts.tokenEpoch },
    })
    .from(automationKeys)
    .innerJoin(accounts, eq(accounts.id, automationKeys.accountId))
    .leftJoin(sessions, eq(sessions.id, automationKeys.sessionId))
    .where(or(isNull(sessions.id), lte(automationKeys.expiresAt, new Date(clock.now()))))
    .limit(atATime)
  for (const { key, account } of left) {
    await deleteAutomationKey(services, account, key.keyId)
    await db.delete(automationKeys).where(eq(automationKeys.keyId, key.keyId))
  }
}
