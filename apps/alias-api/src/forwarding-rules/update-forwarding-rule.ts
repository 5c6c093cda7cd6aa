import { ValidationError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { lockOwnAddress } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { forwardingRules } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { ForwardingRule, ruleChange } from './forwarding-rule.ts'
import { readRule } from './get-forwarding-rule.ts'

type RuleChange = z.infer<typeof ruleChange>

/** Creates or updates an alias's one rule. Omitted fields stay as they are; a new rule with a destination is active. */
export async function updateForwardingRule(
  services: Services,
  actor: Actor,
  addressId: string,
  change: RuleChange,
): Promise<ForwardingRule> {
  const now = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    await lockOwnAddress(tx, actor, addressId)
    // An owner who sets isActive has reviewed the rule, which ends a hold.
    const rule = {
      ...applyChange(await readRule(tx, addressId), change),
      ...(change.isActive !== undefined && { heldAt: null }),
    }
    if (typeof change.forwardToId === 'string') await findDestination(tx, actor.ownerId, change.forwardToId)
    await tx
      .insert(forwardingRules)
      .values({ ...rule, id: newId(), addressId, ownerId: actor.ownerId, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: forwardingRules.addressId, set: { ...rule, updatedAt: now } })
    const changed = await readRule(tx, addressId)
    await recordChange(tx, services, actor)
    return changed
  })
}

function applyChange(current: ForwardingRule, change: RuleChange) {
  const forwardToId = change.forwardToId === undefined ? current.forwardToId : change.forwardToId
  const isActive = change.isActive ?? (current.id === null ? forwardToId !== null : current.isActive)
  if (forwardToId === null && change.isActive) {
    const message = 'isActive needs forwardToId'
    throw new ValidationError([{ property: 'isActive', rule: 'isIn', message, receivedValue: true }])
  }
  return {
    forwardToId,
    filterSender: changeFilter(current.filterSender, change.filterSender),
    filterSubject: changeFilter(current.filterSubject, change.filterSubject),
    isActive: isActive && forwardToId !== null,
    removesTrackers: change.removesTrackers ?? current.removesTrackers ?? false,
    forwardsUnverified: change.forwardsUnverified ?? current.forwardsUnverified ?? true,
  }
}

/** An empty filter matches every text, so it is stored as none. */
const changeFilter = (current: string | null, given: string | null | undefined) =>
  given === undefined ? current : given || null
