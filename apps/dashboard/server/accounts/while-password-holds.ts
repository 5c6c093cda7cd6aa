import { eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { joinTransaction } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'

/**
 * Runs `work` after a password check, unless the password was changed since. A password change ends only the sessions
 * that exist, so a sign-in with the old password that is still running must not create one afterwards.
 */
export async function whilePasswordHolds<Result>(
  services: Services,
  account: { id: string; passwordHash: string },
  work: (inside: Services) => Promise<Result>,
): Promise<Result> {
  return services.db.transaction(async (tx) => {
    const [now] = await tx
      .select({ passwordHash: accounts.passwordHash })
      .from(accounts)
      .where(eq(accounts.id, account.id))
      .for('share')
    if (now?.passwordHash !== account.passwordHash)
      throw new DomainError('unauthenticated', 'Invalid email or password')
    return work({ ...services, db: joinTransaction(tx) })
  })
}
