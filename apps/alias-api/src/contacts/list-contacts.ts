import { and, count, desc, eq, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { contacts } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toContact, type Contact } from './contact.ts'

/** Lists the contacts of an alias, newest first. */
export async function listContacts(
  { db }: Services,
  actor: Actor,
  addressId: string,
  { cursor, limit, offset }: Page & { cursor?: string | undefined },
): Promise<CursorPage<Contact> & { total: number }> {
  const [own] = await db.select({ id: addresses.id }).from(addresses).where(isOwnAddress(actor, addressId))
  if (!own) throw addressNotFound()
  const isOf = eq(contacts.addressId, addressId)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(contacts)
      .where(and(isOf, cursor === undefined ? undefined : lt(contacts.id, cursor)))
      .orderBy(desc(contacts.id))
      .limit(limit + 1)
      .offset(offset),
    db.select({ total: count() }).from(contacts).where(isOf),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  return { items: items.map(toContact), total: counted!.total, nextCursor }
}
