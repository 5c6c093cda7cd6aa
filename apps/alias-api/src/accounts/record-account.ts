import { sql } from 'drizzle-orm'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'

/**
 * Records the account of a JWT, on the free plan if it is new, and updates its e-mail. An e-mail that was confirmed once
 * stays confirmed: a JWT that says otherwise is older than the confirmation.
 */
export async function recordAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  {
    accountId,
    email,
    emailVerified,
  }: { accountId: string; email: string | null; emailVerified: boolean | null },
): Promise<void> {
  const known = accounts.emailVerified
  await db
    .insert(accounts)
    .values({ id: accountId, email, emailVerified, createdAt: new Date(clock.now()) })
    .onConflictDoUpdate({
      target: accounts.id,
      set: {
        email: sql`coalesce(excluded.email, ${accounts.email})`,
        emailVerified: sql`case
          when excluded.email is null or excluded.email is not distinct from ${accounts.email}
          then case when ${known} then true else coalesce(excluded.email_verified, ${known}) end
          else excluded.email_verified end`,
      },
    })
}
