import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'

/** Keeps the account that a JWT speaks for, on the free plan where it is new, and its e-mail as it is now. */
export async function recordAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<void> {
  await db
    .insert(accounts)
    .values({ id: accountId, email, createdAt: new Date(clock.now()) })
    .onConflictDoUpdate({ target: accounts.id, set: { email } })
}
