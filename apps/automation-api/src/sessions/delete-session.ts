import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit-logs/record-change.ts'
import { sessions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { sessionNotFound } from './check-session.ts'

/** Deletes a session. A run that waits to start with it will fail. */
export async function deleteSession(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.ownerId, actor.ownerId))
    const [deleted] = await tx.delete(sessions).where(isOwn).returning({ id: sessions.id })
    if (!deleted) throw sessionNotFound()
    await recordChange(tx, services, actor, 'session.deleted', id)
  })
}
