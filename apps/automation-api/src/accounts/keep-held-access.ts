import { and, eq, isNotNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { changeWebhook } from '@waypost/webhooks'
import { continueHeldSchedule } from '../schedules/continue-held-schedule.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { apiKeys, webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'

/** Activates a held key, webhook or schedule that its owner confirms. */
export async function keepHeldAccess(
  services: Pick<ApiServices, 'db' | 'clock' | 'keyring' | 'outbox'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db, clock, keyring, outbox } = services
  const { ownerId } = actor
  await db.transaction(async (tx) => {
    const keys = await tx
      .update(apiKeys)
      .set({ isActive: true, heldAt: null })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId), isNotNull(apiKeys.heldAt)))
      .returning({ id: apiKeys.id })
    if (keys.length > 0) return recordChange(tx, services, actor, 'api_key.updated', id)

    if (await continueHeldSchedule(tx, services, ownerId, id))
      return recordChange(tx, services, actor, 'schedule.updated', id)

    const isHeld = and(eq(webhooks.id, id), eq(webhooks.ownerId, ownerId), isNotNull(webhooks.heldAt))
    const [held] = await tx.select({ id: webhooks.id }).from(webhooks).where(isHeld)
    const changed =
      held &&
      (await changeWebhook(tx, outbox.channel, keyring, { id, ownerId }, { isActive: true }, clock.now()))
    if (!changed) throw new DomainError('not_found', 'Held access not found or unauthorized')
    await recordChange(tx, services, actor, 'webhook.updated', id)
  })
}
