import { asc, eq, inArray } from 'drizzle-orm'
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
  return (await readRulesOfAliases(db, [addressId])).get(addressId) ?? []
}

/** The rules of several aliases, each in their order, by alias. */
export async function readRulesOfAliases(db: Db, addressIds: string[]): Promise<Map<string, MailRule[]>> {
  const { id, conditions, action, forwardToId, label, stops, isActive, position } = mailRules
  const rows = await db
    .select({
      addressId: mailRules.addressId,
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
    .where(inArray(mailRules.addressId, addressIds))
    .orderBy(asc(position))
  const rules = new Map<string, MailRule[]>()
  for (const { addressId, suspendedAt, suspendedReason, ...rule } of rows) {
    const shown = { ...rule, ...toSuspension({ suspendedAt, suspendedReason }) }
    rules.set(addressId, [...(rules.get(addressId) ?? []), shown])
  }
  return rules
}
