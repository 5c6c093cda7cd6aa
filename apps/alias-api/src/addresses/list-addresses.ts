import { and, desc, eq, gt, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { cutPage, type CursorPage, type Page } from '@waypost/http'
import { containsPattern, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toAddress, type Address, type addressStatus } from './address.ts'
import { listActivity } from './address-activity.ts'
import { countAddresses } from './address-counts.ts'
import { shownColumns } from './own-address.ts'

interface AddressQuery extends Page {
  status?: z.infer<typeof addressStatus> | undefined
  cursor?: string | undefined
  /** A part of the address or the label, case-insensitive. */
  q?: string | undefined
  include?: 'activity' | undefined
}

/**
 * Lists addresses, newest first. An address expires by its time alone, but the indexes know only whether its expiry
 * has been published, which happens a moment later. So the expired ones are found in two parts.
 */
export async function listAddresses(
  { db, clock }: Services,
  { ownerId }: Actor,
  { status, q, include, cursor, limit, offset }: AddressQuery,
): Promise<CursorPage<Address> & { total: number }> {
  const now = clock.now()
  const at = new Date(now)
  const wanted = offset + limit + 1
  const isMatch = q === undefined ? undefined : matches(ownerId, q)
  const find = (...conditions: (SQL | undefined)[]) =>
    db
      .select(shownColumns)
      .from(addresses)
      .where(
        and(
          eq(addresses.ownerId, ownerId),
          cursor === undefined ? undefined : lt(addresses.id, cursor),
          isMatch,
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
    isMatch ? countMatches(db, ownerId, isMatch, at) : countAddresses(db, ownerId, now),
  ])
  const { items, nextCursor } = cutPage(rows, limit)
  const { existing, expired } = counts
  const activity =
    include &&
    (await listActivity(
      db,
      ownerId,
      items.map(({ id }) => id),
    ))
  const total = status === undefined ? existing : status === 'expired' ? expired : existing - expired
  return {
    items: items.map((row) => {
      const found = activity?.get(row.id)
      return { ...toAddress(row, now), ...(found && { activity: found }) }
    }),
    total,
    nextCursor,
  }
}

/** As an array, so that the index of these texts finds them, and not a look at all of the owner's in the order of the list. */
const matches = (ownerId: string, q: string): SQL => sql`${addresses.id} = any(array(
  select found.id from alias.addresses found where found.owner_id = ${ownerId}
    and lower(found.address || ' ' || coalesce(found.label, '')) like lower(${containsPattern(q)})
))`

async function countMatches(
  db: Db,
  ownerId: string,
  isMatch: SQL,
  at: Date,
): Promise<{ existing: number; expired: number }> {
  const [row] = await db
    .select({
      existing: sql<number>`count(*)::integer`,
      expired: sql<number>`count(*) filter (where ${lte(addresses.expiresAt, at)})::integer`,
    })
    .from(addresses)
    .where(and(eq(addresses.ownerId, ownerId), isMatch))
  return row!
}
