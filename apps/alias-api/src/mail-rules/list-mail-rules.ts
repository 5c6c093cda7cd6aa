import { asc, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { addresses, forwardingAddresses, mailRules } from '../db/tables.ts'
import { toSuspension } from '../forwarding-addresses/suspension.ts'
import type { Actor, Services } from '../services.ts'
import type { MailRule } from './mail-rule.ts'

/** The rules of an owner's alias, in their order. */
export async function listMailRules({ db }: Services, actor: Actor, addressId: string): Promise<MailRule[]> {
  const [own] = await db.select({ id: addresses.id }).from(addresses).where(isOwnAddress(actor, addressId))
  if (!own) throw addressNotFound()
  return readMailRules(db, addressId)
}

export async function readMailRules(db: Db, addressId: string): Promise<MailRule[]> {
  const { id, conditions, action, forwardToId, label, stops, isActive, position } = mailRules
  const rows = await db
    .select({
      id,
      conditions,
      action,
      forwardToId,
      forwardToEmail: forwardingAddresses.email,
      label,
      stop: stops,
      isActive,
      suspendedAt: forwardingAddresses.suspendedAt,
      suspendedReason: forwardingAddresses.suspendedReason,
    })
    .from(mailRules)
    .leftJoin(forwardingAddresses, eq(forwardingAddresses.id, forwardToId))
    .where(eq(mailRules.addressId, addressId))
    .orderBy(asc(position))
  return rows.map(({ suspendedAt, suspendedReason, ...rule }) => ({
    ...rule,
    ...toSuspension({ suspendedAt, suspendedReason }),
  }))
}
