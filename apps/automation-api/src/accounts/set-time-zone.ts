import { recordChange } from '../audit-logs/record-change.ts'
import { accountSettings } from '../db/limit-tables.ts'
import type { Actor, ApiServices } from '../services.ts'

/** Sets the time zone of what names none; null: none. */
export async function setTimeZone(
  services: ApiServices,
  actor: Actor,
  timeZone: string | null,
): Promise<void> {
  const { db, clock } = services
  const chosen = { timeZone, updatedAt: new Date(clock.now()) }
  await db.transaction(async (tx) => {
    await tx
      .insert(accountSettings)
      .values({ ownerId: actor.ownerId, ...chosen })
      .onConflictDoUpdate({ target: accountSettings.ownerId, set: chosen })
    await recordChange(tx, services, actor, 'account.updated', null)
  })
}
