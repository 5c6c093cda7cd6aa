import { and, desc, eq, gt, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import type { z } from 'zod'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAddress, type Address, type addressStatus } from './address.ts'
import { countAddresses } from './address-counts.ts'

interface AddressQuery extends Page {
  status?: z.infer<typeof addressStatus> | undefined
  cursor?: string | undefined
}

/**
 * Lists addresses, newest first. An address expires by its time alone, but the indexes know only whether its expiry
 * has been published, which happens a moment later. So the expired ones are found in two parts.
 */
export async function listAddresses(
  { db, clock }: Services,
  { ownerId }: Actor,
  { status, cursor, limit, offset }: AddressQuery,
): Promise<CursorPage<Address> & { total: number }> {
  const now = clock.now()
  const at = new Date(now)
  const wanted = offset + limit + 1
  const find = (...conditions: (SQL | undefined)[]) =>
    db
      .select()
      .from(addresses)
      .where(
        and(
          eq(addresses.ownerId, ownerId),
          cursor === undefined ? undefined : lt(addresses.id, cursor),
          ...conditions,
        ),
      )
      .orderBy(desc(addresses.id))
  const page =
    status === 'expired'
      ? unionAll(
          find(isNotNull(addresses.expiredAt)).limit(wanted),
          find(isNull(addresses.expiredAt), lte(addresses.expiresAt, at)).limit(wanted),
        ).orderBy(desc(addresses.id))
      : find(...(status === 'active' ? [isNull(addresses.expiredAt), gt(addresses.expiresAt, at)] : []))
  const [rows, counts] = await Promise.all([
    page.limit(limit + 1).offset(offset),
    countAddresses(db, ownerId, now),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  const { existing, expired } = counts
  const total = status === undefined ? existing : status === 'expired' ? expired : existing - expired
  return { items: items.map((row) => toAddress(row, now)), total, nextCursor }
}
