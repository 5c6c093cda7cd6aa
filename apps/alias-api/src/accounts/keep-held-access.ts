import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { changeWebhook } from '@waypost/webhooks'
import { recordChange } from '../audit-logs/record-change.ts'
import { addresses, apiKeys, domainRules, forwardingRules, mailRules, webhooks } from '../db/tables.ts'
import type { Actor, ApiServices } from '../services.ts'
import { ownersOf } from './owner.ts'

/** Switches a key, webhook, forwarding rule or rule of an alias or a domain back on once its owner has confirmed it. */
export async function keepHeldAccess(
  services: Pick<ApiServices, 'db' | 'clock' | 'keyring' | 'outbox'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const isKept =
      (await keepKey(tx, actor, id)) ||
      (await keepRule(tx, actor, id)) ||
      (await keepRuleOf(domainRules, tx, actor, id)) ||
      (await keepRuleOf(mailRules, tx, actor, id)) ||
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

/** Of a domain or of an alias. */
async function keepRuleOf(
  rules: typeof domainRules | typeof mailRules,
  tx: Db,
  { accountId }: Actor,
  id: string,
): Promise<boolean> {
  const { ownerId, heldAt } = rules
  const kept = await tx
    .update(rules)
    .set({ isActive: true, heldAt: null })
    .where(and(eq(rules.id, id), inArray(ownerId, ownersOf(accountId)), isNotNull(heldAt)))
    .returning({ id: rules.id })
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
