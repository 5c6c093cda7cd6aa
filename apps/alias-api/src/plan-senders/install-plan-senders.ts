import { notInArray, sql } from 'drizzle-orm'
import type { Plan } from '../accounts/plans.ts'
import { planSenders } from '../db/limit-tables.ts'
import type { Services } from '../services.ts'

/** Updates the table to the operator's current subdomains. */
export async function installPlanSenders(
  { db }: Pick<Services, 'db'>,
  senders: ReadonlyMap<Plan, string>,
): Promise<void> {
  const rows = [...senders].map(([plan, subdomain]) => ({ plan, subdomain }))
  await db.transaction(async (tx) => {
    await tx.delete(planSenders).where(notInArray(planSenders.plan, [...senders.keys()]))
    if (rows.length > 0)
      await tx
        .insert(planSenders)
        .values(rows)
        .onConflictDoUpdate({ target: planSenders.plan, set: { subdomain: sql`excluded.subdomain` } })
  })
}
