import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'

/** Records the account of a JWT, on the free plan if it is new, and updates its e-mail. */
export async function recordAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<void> {
  await db
    .insert(accounts)
    .values({ id: accountId, email, createdAt: new Date(clock.now()) })
    .onConflictDoUpdate({ target: accounts.id, set: { email } })
}
