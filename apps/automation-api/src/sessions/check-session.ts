import { and, eq, gt } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { sessions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'

export const sessionNotFound = () => new DomainError('not_found', 'Session not found or unauthorized')

/** Refuses a session that belongs to somebody else, has expired or never existed. */
export async function checkSession(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { ownerId }: Actor,
  id: string,
): Promise<void> {
  const isOwn = and(eq(sessions.id, id), eq(sessions.ownerId, ownerId))
  const [found] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOwn, gt(sessions.expiresAt, new Date(clock.now()))))
  if (!found) throw sessionNotFound()
}
