import { and, eq, gt, sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { attempts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { AttemptLimit } from './limits.ts'
import { takeAttempt } from './take-attempt.ts'

/** A limit, and the client or e-mail that it applies to. */
export type Counted = [limit: AttemptLimit, subject: string]

/**
 * Runs `work` within the limits, and counts it only if it ends with wrong credentials. The attempt is counted beforehand
 * and given back otherwise: counting failures afterwards would let any number of simultaneous guesses through.
 */
export async function countFailures<Result>(
  services: Services,
  counted: Counted[],
  work: () => Promise<Result>,
): Promise<Result> {
  const taken: Counted[] = []
  try {
    for (const [limit, subject] of counted) {
      await takeAttempt(services, limit, subject)
      taken.push([limit, subject])
    }
    return await work()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthenticated') taken.length = 0
    throw error
  } finally {
    for (const [limit, subject] of taken) await giveBackAttempt(services, limit, subject)
  }
}

async function giveBackAttempt({ db }: Services, limit: AttemptLimit, subject: string): Promise<void> {
  await db
    .update(attempts)
    .set({ used: sql`${attempts.used} - 1` })
    .where(and(eq(attempts.limitName, limit.name), eq(attempts.subject, subject), gt(attempts.used, 0)))
}
