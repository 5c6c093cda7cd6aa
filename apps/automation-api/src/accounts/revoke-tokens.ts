import { and, eq, lt } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { holdWebhooks } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import { schedules } from '../db/schedule-tables.ts'
import { accounts, apiKeys } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'

/**
 * Refuses every JWT of an earlier epoch than the caller's, from the next request on. With `hold`, all keys,
 * webhooks and schedules are also deactivated until their owner confirms each one. A repetition by the same epoch holds nothing
 * again, so that what was confirmed meanwhile stays active.
 */
export async function revokeTokens(
  services: Pick<ApiServices, 'db' | 'clock' | 'outbox'>,
  actor: Actor,
  epoch: number,
  { hold }: { hold: boolean },
): Promise<void> {
  const { db, clock, outbox } = services
  const { ownerId } = actor
  // An issuer without epochs cannot revoke tokens.
  if (epoch === 0) throw new DomainError('conflict', 'The token has no epoch')
  const at = new Date(clock.now())
  await db.transaction(async (tx) => {
    const raised = await tx
      .insert(accounts)
      .values({ id: ownerId, tokenEpoch: epoch })
      .onConflictDoUpdate({
        target: accounts.id,
        set: { tokenEpoch: epoch },
        setWhere: lt(accounts.tokenEpoch, epoch),
      })
      .returning({ id: accounts.id })
    if (raised.length > 0) await recordChange(tx, services, actor, 'account.tokens_revoked', null)
    if (!hold) return
    const isFirst = await tx
      .update(accounts)
      .set({ holdEpoch: epoch })
      .where(and(eq(accounts.id, ownerId), lt(accounts.holdEpoch, epoch)))
      .returning({ id: accounts.id })
    if (isFirst.length === 0) return
    await tx
      .update(apiKeys)
      .set({ isActive: false, heldAt: at })
      .where(and(eq(apiKeys.ownerId, ownerId), apiKeys.isActive))
    // A schedule acts by itself too. Its times that pass meanwhile are not made up for.
    await tx
      .update(schedules)
      .set({ isActive: false, heldAt: at, nextAt: null, dueAt: null })
      .where(and(eq(schedules.ownerId, ownerId), schedules.isActive))
    await holdWebhooks(tx, outbox.channel, [ownerId], at)
    await recordChange(tx, services, actor, 'account.held', null)
  })
}
