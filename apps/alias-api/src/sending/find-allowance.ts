import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { sendingDays } from '../db/limit-tables.ts'
import type { FoundLimits } from '../limits/find-limits.ts'
import { recipientsByAge } from './recipients-by-age.ts'
import { isLowered, reputationDays, type Returned } from './reputation.ts'
import { dayOf } from './sending-day.ts'

const dayMs = 86_400_000

/** How many recipients an account may have today, and has had. */
export interface Allowance {
  used: number
  limit: number
}

/** Finds how many recipients an account may have today: by its plan or the operator, its age, and what came back. */
export async function findAllowance(
  db: Db,
  accountId: string,
  { limits, own, account }: FoundLimits,
  now: number,
): Promise<Allowance> {
  const { today, ...returned } = await findReturned(db, accountId, now)
  // The operator's own number is for an account that the operator knows.
  const full = own.recipientsPerDay ?? recipientsByAge(limits.recipientsPerDay, account?.createdAt, now)
  return { used: today, limit: isLowered(returned) ? Math.floor(full / 2) : full }
}

/** What an account has sent in the last seven days and what came back of it, and its recipients of today. */
export async function findReturned(
  db: Db,
  accountId: string,
  now: number,
): Promise<Returned & { today: number }> {
  const { recipients, bounces, complaints, day } = sendingDays
  const sum = (of: typeof recipients | typeof bounces | typeof complaints) =>
    sql<number>`coalesce(sum(${of}), 0)`.mapWith(Number)
  const [row] = await db
    .select({
      today: sql<number>`coalesce(sum(${recipients}) filter (where ${day} = ${dayOf(now)}), 0)`.mapWith(
        Number,
      ),
      recipients: sum(recipients),
      bounces: sum(bounces),
      complaints: sum(complaints),
    })
    .from(sendingDays)
    .where(
      and(
        eq(sendingDays.accountId, accountId),
        gt(day, dayOf(now - reputationDays * dayMs)),
        lte(day, dayOf(now)),
      ),
    )
    .prepare('find_returned')
    .execute()
  return row!
}
