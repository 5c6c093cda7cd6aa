import { count, desc, eq } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { forwardingAddresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toForwardingAddress, type ForwardingAddress } from './forwarding-address.ts'

/** Lists an owner's mailboxes, newest first. */
export async function listForwardingAddresses(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<ForwardingAddress>> {
  const isOwn = eq(forwardingAddresses.ownerId, ownerId)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(forwardingAddresses)
      .where(isOwn)
      .orderBy(desc(forwardingAddresses.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(forwardingAddresses).where(isOwn),
  ])
  return { items: rows.map(toForwardingAddress), total: counted!.total }
}
