import { and, count, desc, eq, lt } from 'drizzle-orm'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { smtpLog } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toSmtpLogEntry, type SmtpLogEntry } from './smtp-log-entry.ts'

/** Lists the SMTP log of an address, newest first. Entries older than a week are pruned. */
export async function listSmtpLog(
  { db }: Services,
  actor: Actor,
  addressId: string,
  { cursor, limit, offset }: Page & { cursor?: string | undefined },
): Promise<CursorPage<SmtpLogEntry> & { total: number }> {
  const [own] = await db.select({ id: addresses.id }).from(addresses).where(isOwnAddress(actor, addressId))
  if (!own) throw addressNotFound()
  const isOf = eq(smtpLog.addressId, addressId)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(smtpLog)
      .where(and(isOf, cursor === undefined ? undefined : lt(smtpLog.id, cursor)))
      .orderBy(desc(smtpLog.id))
      .limit(limit + 1)
      .offset(offset),
    db.select({ total: count() }).from(smtpLog).where(isOf),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  return { items: items.map(toSmtpLogEntry), total: counted!.total, nextCursor }
}
