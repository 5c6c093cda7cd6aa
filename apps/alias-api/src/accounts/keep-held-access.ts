import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { changeWebhook } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import { addresses, apiKeys, domainRules, forwardingRules, webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { ownersOf } from './owner.ts'

/** Switches a key, webhook, forwarding rule or domain's rule back on once its owner has confirmed it. */
export async function keepHeldAccess(
  services: Pick<ApiServices, 'db' | 'clock' | 'keyring' | 'outbox'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isKept =
      (await keepKey(tx, actor, id)) ||
      (await keepRule(tx, actor, id)) ||
      (await keepDomainRule(tx, actor, id)) ||
      (await keepWebhook(tx, services, actor, id))
    if (!isKept) throw new DomainError('not_found', 'Held access not found')
    await recordChange(tx, services, actor)
  })
}

async function keepKey(tx: Db, { accountId }: Actor, id: string): Promise<boolean> {
  const kept = await tx
    .update(apiKeys)
    .set({ heldAt: null })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId), isNotNull(apiKeys.heldAt)))
    .returning({ id: apiKeys.id })
  return kept.length > 0
}

async function keepRule(tx: Db, { accountId }: Actor, id: string): Promise<boolean> {
  const own = tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(inArray(addresses.ownerId, ownersOf(accountId)))
  const { addressId, heldAt } = forwardingRules
  const kept = await tx
    .update(forwardingRules)
    .set({ isActive: true, heldAt: null })
    .where(and(eq(forwardingRules.id, id), inArray(addressId, own), isNotNull(heldAt)))
    .returning({ id: forwardingRules.id })
  return kept.length > 0
}

async function keepDomainRule(tx: Db, { accountId }: Actor, id: string): Promise<boolean> {
  const { ownerId, heldAt } = domainRules
  const kept = await tx
    .update(domainRules)
    .set({ isActive: true, heldAt: null })
    .where(and(eq(domainRules.id, id), inArray(ownerId, ownersOf(accountId)), isNotNull(heldAt)))
    .returning({ id: domainRules.id })
  return kept.length > 0
}

async function keepWebhook(
  tx: Db,
  { keyring, outbox, clock }: Pick<ApiServices, 'keyring' | 'outbox' | 'clock'>,
  { accountId }: Actor,
  id: string,
): Promise<boolean> {
  const isHeld = and(
    eq(webhooks.id, id),
    inArray(webhooks.ownerId, ownersOf(accountId)),
    isNotNull(webhooks.heldAt),
  )
  const [held] = await tx.select({ ownerId: webhooks.ownerId }).from(webhooks).where(isHeld)
  if (!held) return false
  const { ownerId } = held
  const row = await changeWebhook(
    tx,
    outbox.channel,
    keyring,
    { id, ownerId },
    { isActive: true },
    clock.now(),
  )
  return row !== undefined
}
