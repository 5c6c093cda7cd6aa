import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { ruleHours } from '../db/limit-tables.ts'

const hourMs = 3_600_000

const hourOf = (now: number): Date => new Date(Math.floor(now / hourMs) * hourMs)

/** When the hour of `now` ends, in UTC. */
export const endOfHour = (now: number): Date => new Date(hourOf(now).getTime() + hourMs)

/** How many aliases the rules of an account's domains have made in this hour. */
export async function countOfHour(db: Db, accountId: string, now: number): Promise<number> {
  const [row] = await db
    .select({ created: ruleHours.created })
    .from(ruleHours)
    .where(and(eq(ruleHours.accountId, accountId), eq(ruleHours.hour, hourOf(now))))
  return row?.created ?? 0
}

/** Counts one more in this hour. @returns how many there are now */
export async function addToHour(tx: Db, accountId: string, now: number): Promise<number> {
  const hour = hourOf(now)
  const [row] = await tx
    .insert(ruleHours)
    .values({ accountId, hour, created: 1 })
    .onConflictDoUpdate({
      target: ruleHours.accountId,
      set: {
        hour,
        created: sql`case when ${ruleHours.hour} = excluded.hour then ${ruleHours.created} + 1 else 1 end`,
      },
    })
    .returning({ created: ruleHours.created })
  return row!.created
}
