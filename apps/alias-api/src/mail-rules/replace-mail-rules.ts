import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { addresses, mailRules } from '../db/tables.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { Actor, Services } from '../services.ts'
import { readMailRules } from './list-mail-rules.ts'
import { isLast, type MailRule, type NewMailRule } from './mail-rule.ts'

/** Replaces the rules of an alias. Rules that were on hold are reviewed by that, as nothing of them is left. */
export async function replaceMailRules(
  services: Services,
  actor: Actor,
  addressId: string,
  rules: NewMailRule[],
): Promise<MailRule[]> {
  const { ownerId } = actor
  const createdAt = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    // Locks the alias, so that of two concurrent lists one is there as a whole.
    const [own] = await tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(isOwnAddress(actor, addressId))
      .for('no key update')
    if (!own) throw addressNotFound()
    const destinations = new Set(rules.flatMap(({ forwardToId }) => forwardToId ?? []))
    // In one order, so that no two of them wait for each other.
    for (const id of [...destinations].toSorted()) await findDestination(tx, ownerId, id)
    await tx.delete(mailRules).where(eq(mailRules.addressId, addressId))
    const rows = rules.map(({ stop, forwardToId, label, ...rule }, index) => ({
      ...rule,
      id: newId(),
      ownerId,
      addressId,
      position: index + 1,
      forwardToId: forwardToId ?? null,
      label: label ?? null,
      stops: isLast(rule.action) || (stop ?? false),
      createdAt,
    }))
    if (rows.length > 0) await tx.insert(mailRules).values(rows)
    const changed = await readMailRules(tx, addressId)
    await recordChange(tx, services, actor)
    return changed
  })
}
