import { and, count, desc, eq, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { receptions } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toReception, type Reception } from './reception.ts'

/** Of the last week, the newest first. */
export async function listReceptions(
  { db }: Services,
  actor: Actor,
  addressId: string,
  { cursor, limit, offset }: Page & { cursor?: string | undefined },
): Promise<CursorPage<Reception> & { total: number }> {
  const [own] = await db.select({ id: addresses.id }).from(addresses).where(isOwnAddress(actor, addressId))
  if (!own) throw addressNotFound()
  const isOf = eq(receptions.addressId, addressId)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(receptions)
      .where(and(isOf, cursor === undefined ? undefined : lt(receptions.id, cursor)))
      .orderBy(desc(receptions.id))
      .limit(limit + 1)
      .offset(offset),
    db.select({ total: count() }).from(receptions).where(isOf),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  return { items: items.map(toReception), total: counted!.total, nextCursor }
}
