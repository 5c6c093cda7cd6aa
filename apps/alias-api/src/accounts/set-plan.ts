import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Plan } from './plans.ts'

/** Sets an account's plan from its next request on, also for an account that has not signed in yet. */
export async function setPlan(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
  plan: Plan,
): Promise<typeof accounts.$inferSelect> {
  const [row] = await db
    .insert(accounts)
    .values({ id: accountId, plan, createdAt: new Date(clock.now()) })
    .onConflictDoUpdate({ target: accounts.id, set: { plan } })
    .returning()
  return row!
}
