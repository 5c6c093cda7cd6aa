import { asc, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { recordChange } from '../audit-logs/record-change.ts'
import { addresses, forwardingAddresses, mailRules } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { forwardingAddressNotFound, isOwnForwardingAddress } from './own-forwarding-address.ts'

const mostNamed = 5

/**
 * Deletes a mailbox and the forwarding rules that forward to it. One that the rules of an alias name is not deleted: without
 * its rule, its mail would go on to the next rule, which may forward it elsewhere.
 */
export async function deleteForwardingAddress(services: Services, actor: Actor, id: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const own = isOwnForwardingAddress(actor, id)
    // Whoever gives a rule to it meanwhile has locked it, and is seen afterwards.
    const [found] = await tx
      .select({ id: forwardingAddresses.id })
      .from(forwardingAddresses)
      .where(own)
      .for('update')
    if (!found) throw forwardingAddressNotFound()
    await refuseUsed(tx, id)
    await tx.delete(forwardingAddresses).where(own)
    await recordChange(tx, services, actor)
  })
}

async function refuseUsed(tx: Db, id: string): Promise<void> {
  const rules = await tx
    .select({ address: addresses.address, position: mailRules.position })
    .from(mailRules)
    .innerJoin(addresses, eq(addresses.id, mailRules.addressId))
    .where(eq(mailRules.forwardToId, id))
    .orderBy(asc(addresses.address), asc(mailRules.position))
  if (rules.length === 0) return
  const named = rules.slice(0, mostNamed).map(({ address, position }) => `rule ${position} of ${address}`)
  const more = rules.length - named.length
  throw new DomainError('conflict', isUsed([...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')))
}

/** @param rules that forward to it */
export const isUsed = (rules: string): string => `Rules forward to it: ${rules}. Change or delete them first.`
