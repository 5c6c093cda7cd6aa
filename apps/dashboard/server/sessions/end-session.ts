import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'

/**
 * Signs one browser of an account out at once.
 *
 * @throws if the account has no such session
 */
export async function endSession({ db }: Services, accountId: string, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new DomainError('not_found', 'Session not found')
}
