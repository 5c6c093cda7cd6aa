import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { automationChannel, listAttemptDays } from '@waypost/webhooks'
import { schedules } from '../db/schedule-tables.ts'
import { webhooks } from '../db/tables.ts'
import { getAccount } from '../limits/get-account.ts'
import { runDayOf } from '../limits/run-day.ts'
import type { Actor, ApiServices } from '../services.ts'
import { listFailures } from './list-failures.ts'
import { listRunDays } from './list-run-days.ts'
import type { Overview } from './overview.ts'

const dayMs = 86_400_000
const mostSchedules = 20

/** What an account's runs were like in the last days, and what needs attention. */
export async function getOverview(
  services: Pick<ApiServices, 'db' | 'clock' | 'limits' | 'postsPerMinute'>,
  { ownerId }: Actor,
  days: number,
): Promise<Overview> {
  const { db, clock } = services
  const now = clock.now()
  const since = new Date(runDayOf(now - (days - 1) * dayMs))
  const [runs, failures, failing, counted, attemptDays, { limits }] = await Promise.all([
    listRunDays(db, ownerId, { days, now }),
    listFailures(db, ownerId, since),
    listFailingSchedules(db, ownerId),
    countWebhooks(db, ownerId),
    listAttemptDays(db, automationChannel, ownerId, { days, now }),
    getAccount(services, ownerId),
  ])
  return {
    timeZone: 'UTC',
    ...runs,
    failures,
    schedules: failing,
    webhooks: { ...counted, days: attemptDays },
    limits,
  }
}

async function listFailingSchedules(db: Db, ownerId: string): Promise<Overview['schedules']> {
  const { id, name, failingSince, lastError } = schedules
  const rows = await db
    .select({ id, name, failingSince, error: lastError })
    .from(schedules)
    .where(and(eq(schedules.ownerId, ownerId), isNotNull(failingSince)))
    .orderBy(asc(failingSince))
    .limit(mostSchedules)
  return rows.map((row) => ({ ...row, failingSince: row.failingSince!.toISOString() }))
}

async function countWebhooks(db: Db, ownerId: string): Promise<Omit<Overview['webhooks'], 'days'>> {
  const { disabledAt, failureCount, isActive, isRegistered } = webhooks
  const [row] = await db
    .select({
      failing: sql<number>`count(*) filter (where ${failureCount} > 0 and ${isActive})::integer`,
      disabled: sql<number>`count(${disabledAt})::integer`,
    })
    .from(webhooks)
    .where(and(eq(webhooks.ownerId, ownerId), eq(isRegistered, true)))
  return row!
}
