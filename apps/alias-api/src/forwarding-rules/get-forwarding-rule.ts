import { eq } from 'drizzle-orm'
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
  const { id, forwardToId, filterSender, filterSubject, isActive, removesTrackers, forwardsUnverified } =
    forwardingRules
  const [rule] = await db
    .select({
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
    .where(eq(forwardingRules.addressId, addressId))
  if (!rule) return noRule
  const { suspendedAt, suspendedReason, removesTrackers: removes, forwardsUnverified: marks, ...shown } = rule
  return {
    ...shown,
    ...(removes && { removesTrackers: true }),
    ...(!marks && { forwardsUnverified: false }),
    ...toSuspension({ suspendedAt, suspendedReason }),
  }
}

const noRule: ForwardingRule = {
  id: null,
  forwardToId: null,
  forwardToEmail: null,
  filterSender: null,
  filterSubject: null,
  isActive: false,
}
