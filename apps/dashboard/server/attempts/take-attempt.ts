import { and, eq, lt, lte, or, sql } from 'drizzle-orm'
import { attempts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { AttemptLimit } from './limits.ts'
import { TooManyRequestsError } from './too-many-requests-error.ts'

/**
 * Counts an attempt before it is made, in one statement: of any number of simultaneous attempts on all replicas, at most
 * the limit get through. Refused attempts are not counted.
 *
 * @throws TooManyRequestsError until the window ends
 */
export async function takeAttempt(
  { db, clock }: Services,
  limit: AttemptLimit,
  subject: string,
): Promise<void> {
  const now = new Date(clock.now())
  const hasEnded = lte(attempts.endsAt, now)
  const [taken] = await db
    .insert(attempts)
    .values({ limitName: limit.name, subject, used: 1, endsAt: new Date(now.getTime() + limit.windowMs) })
    .onConflictDoUpdate({
      target: [attempts.limitName, attempts.subject],
      set: {
        used: sql`case when ${hasEnded} then 1 else ${attempts.used} + 1 end`,
        endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${attempts.endsAt} end`,
      },
      setWhere: or(hasEnded, lt(attempts.used, limit.attempts)),
    })
    .returning({ used: attempts.used })
  if (taken) return

  const [window] = await db
    .select({ endsAt: attempts.endsAt })
    .from(attempts)
    .where(and(eq(attempts.limitName, limit.name), eq(attempts.subject, subject)))
  // The attempts were cleared a moment ago, so the next try gets through.
  if (!window) throw new TooManyRequestsError(0)
  throw new TooManyRequestsError(window.endsAt.getTime() - now.getTime())
}
