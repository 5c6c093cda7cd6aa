import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { perDatabase, type Db } from '@waypost/postgres'
import { sendingDays } from '../db/limit-tables.ts'
import { findLimits, type FoundLimits } from '../limits/find-limits.ts'
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
  found: FoundLimits,
  now: number,
): Promise<Allowance> {
  return toAllowance(found, await findReturned(db, accountId, now), now)
}

/** What an account may send now. */
export interface SendingLimits {
  found: FoundLimits
  allowance: Allowance
}

/** Finds what an account may send now. */
export async function findSendingLimits(db: Db, accountId: string, now: number): Promise<SendingLimits> {
  const [found, returned] = await Promise.all([findLimits(db, accountId), findReturned(db, accountId, now)])
  return { found, allowance: toAllowance(found, returned, now) }
}

function toAllowance(
  { limits, own, account }: FoundLimits,
  { today: used, ...returned }: Returned & { today: number },
  now: number,
): Allowance {
  // The operator's own number is for an account that the operator knows.
  const full = own.recipientsPerDay ?? recipientsByAge(limits.recipientsPerDay, account?.createdAt, now)
  return { used, limit: isLowered(returned) ? Math.floor(full / 2) : full }
}

const { recipients, bounces, complaints, day } = sendingDays
const today = sql.placeholder('today')
const sum = (of: typeof recipients | typeof bounces | typeof complaints) =>
  sql<number>`coalesce(sum(${of}), 0)`.mapWith(Number)

const statementOf = perDatabase((db) =>
  db
    .select({
      today: sql<number>`coalesce(sum(${recipients}) filter (where ${day} = ${today}), 0)`.mapWith(Number),
      recipients: sum(recipients),
      bounces: sum(bounces),
      complaints: sum(complaints),
    })
    .from(sendingDays)
    .where(
      and(
        eq(sendingDays.accountId, sql.placeholder('accountId')),
        gt(day, sql.placeholder('before')),
        lte(day, today),
      ),
    )
    .prepare('find_returned'),
)

/** What an account has sent in the last seven days and what came back of it, and its recipients of today. */
export async function findReturned(
  db: Db,
  accountId: string,
  now: number,
): Promise<Returned & { today: number }> {
  const days = { today: dayOf(now), before: dayOf(now - reputationDays * dayMs) }
  const [row] = await statementOf(db).execute({ accountId, ...days })
  return row!
}
