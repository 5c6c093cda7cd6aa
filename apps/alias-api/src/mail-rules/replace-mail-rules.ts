import { eq } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@waypost/http'
import { newId } from '@waypost/postgres'
import { lockOwnAddress } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { mailRules } from '../db/tables.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { Actor, Services } from '../services.ts'
import { findNewMailboxes } from './find-new-mailboxes.ts'
import { readMailRules } from './list-mail-rules.ts'
import { isLast, type MailRule, type NewMailRule } from './mail-rule.ts'
import { versionOfRules } from './rules-version.ts'

export const rulesChanged = 'Rules have changed'

/**
 * Replaces the rules of an alias. A rule on hold that is among the new ones, and is not switched on by them, stays on hold.
 *
 * @param isExpected whether the rules that are replaced are those that the caller means
 */
export async function replaceMailRules(
  services: Services,
  actor: Actor,
  addressId: string,
  rules: NewMailRule[],
  isExpected: (version: number) => boolean,
): Promise<MailRule[]> {
  const { ownerId } = actor
  const createdAt = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    await lockOwnAddress(tx, actor, addressId)
    const current = versionOfRules(await readMailRules(tx, addressId))
    if (!isExpected(current)) throw new DomainError('precondition_failed', rulesChanged)
    const destinations = await findNewMailboxes(tx, addressId, rules)
    // In one order, so that no two of them wait for each other.
    for (const id of [...destinations].toSorted()) await findDestination(tx, ownerId, id)
    const before = await tx.delete(mailRules).where(eq(mailRules.addressId, addressId)).returning()
    const held = before.filter(({ heldAt }) => heldAt !== null)
    const rows = rules.map(({ stop, isActive, ...rule }, index) => {
      const content = {
        conditions: rule.conditions,
        action: rule.action,
        forwardToId: rule.forwardToId ?? null,
        label: rule.label ?? null,
        stops: isLast(rule.action) || (stop ?? false),
      }
      // Its owner reviews a rule on hold by an `isActive` that is given, as with a forwarding rule.
      const kept = isActive === true ? undefined : take(held, content)
      return {
        ...content,
        id: kept?.id ?? newId(),
        ownerId,
        addressId,
        position: index + 1,
        isActive: kept ? false : (isActive ?? true),
        heldAt: kept?.heldAt ?? null,
        createdAt: kept?.createdAt ?? createdAt,
      }
    })
    if (rows.length > 0) await tx.insert(mailRules).values(rows)
    const changed = await readMailRules(tx, addressId)
    await recordChange(tx, services, actor)
    return changed
  })
}

type StoredRule = typeof mailRules.$inferSelect
type Content = Pick<StoredRule, 'conditions' | 'action' | 'forwardToId' | 'label' | 'stops'>

/** Takes a rule with a content out of those that are left, so that each is found once. */
function take(left: StoredRule[], content: Content): StoredRule | undefined {
  const place = left.findIndex(({ conditions, action, forwardToId, label, stops }) =>
    isDeepStrictEqual({ conditions, action, forwardToId, label, stops }, content),
  )
  return place === -1 ? undefined : left.splice(place, 1)[0]
}
