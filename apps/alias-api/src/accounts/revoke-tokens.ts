import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { holdWebhooks } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import { accounts, addresses, apiKeys, domainRules, forwardingRules, mailRules } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { ownersOf } from './owner.ts'

/**
 * Refuses JWTs of an epoch earlier than the caller's, from the next request on. With `hold`, all keys, webhooks,
 * forwarding rules, rules of domains that forward and rules of aliases that forward or hide mail are also off until their owner has confirmed each. A second call with the same epoch changes
 * nothing, so that what the owner has confirmed in the meantime stays on.
 */
export async function revokeTokens(
  services: Pick<ApiServices, 'db' | 'clock' | 'outbox'>,
  actor: Actor,
  epoch: number,
  { hold }: { hold: boolean },
): Promise<void> {
  const { db, clock, outbox } = services
  const { accountId } = actor
  const ownerIds = ownersOf(accountId)
  // An issuer without epochs has no earlier tokens to revoke.
  if (epoch === 0) throw new DomainError('conflict', 'The token has no epoch')
  const at = new Date(clock.now())
  await db.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({ tokenEpoch: epoch })
      .where(and(eq(accounts.id, accountId), lt(accounts.tokenEpoch, epoch)))
    if (hold) {
      const isFirst = await tx
        .update(accounts)
        .set({ holdEpoch: epoch })
        .where(and(eq(accounts.id, accountId), lt(accounts.holdEpoch, epoch)))
        .returning({ id: accounts.id })
      if (isFirst.length === 0) return
      await tx
        .update(apiKeys)
        .set({ heldAt: at })
        .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
      const own = tx.select({ id: addresses.id }).from(addresses).where(inArray(addresses.ownerId, ownerIds))
      await tx
        .update(forwardingRules)
        .set({ isActive: false, heldAt: at })
        .where(and(inArray(forwardingRules.addressId, own), forwardingRules.isActive))
      await tx
        .update(domainRules)
        .set({ isActive: false, heldAt: at })
        .where(
          and(
            inArray(domainRules.ownerId, ownerIds),
            domainRules.isActive,
            isNotNull(domainRules.forwardToId),
          ),
        )
      const { ownerId, isActive, action, stops } = mailRules
      // A rule that stops keeps mail from the mailbox to which the alias forwards, whatever else it does.
      await tx
        .update(mailRules)
        .set({ isActive: false, heldAt: at })
        .where(and(inArray(ownerId, ownerIds), isActive, or(eq(action, 'forward'), stops)))
      await holdWebhooks(tx, outbox.channel, ownerIds, at)
    }
    await recordChange(tx, services, actor)
  })
}
