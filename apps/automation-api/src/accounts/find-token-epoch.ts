import { eq, sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'

/**
 * The epoch before which an account's JWTs are refused. Read for every request, so that a revocation applies at once.
 */
export const findTokenEpoch = perDatabase((db) => {
  const statement = db
    .select({ tokenEpoch: accounts.tokenEpoch })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('ownerId')))
    .prepare('find_token_epoch')
  return async (ownerId: string): Promise<number> => {
    const [account] = await statement.execute({ ownerId })
    return account?.tokenEpoch ?? 0
  }
})
