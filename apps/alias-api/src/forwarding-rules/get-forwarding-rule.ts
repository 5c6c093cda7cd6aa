import { eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { addresses, forwardingAddresses, forwardingRules } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toSuspension } from '../forwarding-addresses/suspension.ts'
import type { ForwardingRule } from './forwarding-rule.ts'

export async function getForwardingRule(
  { db }: Services,
  actor: Actor,
  addressId: string,
): Promise<ForwardingRule> {
  const [own] = await db.select({ id: addresses.id }).from(addresses).where(isOwnAddress(actor, addressId))
  if (!own) throw addressNotFound()
  return readRule(db, addressId)
}

export async function readRule(db: Db, addressId: string): Promise<ForwardingRule> {
  return (await readRules(db, [addressId])).get(addressId) ?? noRule
}

/** The rules of several aliases, by alias; those without one have none in it. */
export async function readRules(db: Db, addressIds: string[]): Promise<Map<string, ForwardingRule>> {
  const { id, forwardToId, filterSender, filterSubject, isActive, removesTrackers, forwardsUnverified } =
    forwardingRules
  const rows = await db
    .select({
      addressId: forwardingRules.addressId,
      id,
      forwardToId,
      forwardToEmail: forwardingAddresses.email,
      filterSender,
      filterSubject,
      isActive,
      removesTrackers,
      forwardsUnverified,
      suspendedAt: forwardingAddresses.suspendedAt,
      suspendedReason: forwardingAddresses.suspendedReason,
    })
    .from(forwardingRules)
    .leftJoin(forwardingAddresses, eq(forwardingAddresses.id, forwardToId))
    .where(inArray(forwardingRules.addressId, addressIds))
  return new Map(
    rows.map(({ addressId, suspendedAt, suspendedReason, ...rule }) => {
      const { removesTrackers: removes, forwardsUnverified: marks, ...shown } = rule
      return [
        addressId,
        {
          ...shown,
          ...(removes && { removesTrackers: true }),
          ...(!marks && { forwardsUnverified: false }),
          ...toSuspension({ suspendedAt, suspendedReason }),
        },
      ]
    }),
  )
}

/** What an alias without a rule is shown with. */
export const noRule: ForwardingRule = {
  id: null,
  forwardToId: null,
  forwardToEmail: null,
  filterSender: null,
  filterSubject: null,
  isActive: false,
}
