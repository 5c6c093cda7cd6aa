import { and, eq } from 'drizzle-orm'
import { attempts } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { AttemptLimit } from './limits.ts'

/** Deletes the recorded failures. */
export async function clearAttempts({ db }: Services, limit: AttemptLimit, subject: string): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.limitName, limit.name), eq(attempts.subject, subject)))
}
