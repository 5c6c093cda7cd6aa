import { sql } from 'drizzle-orm'
import { publishEvents } from '@waypost/webhooks'
import { nameIn } from '../alias-names/released-name.ts'
import { isHere } from '../cells/is-here.ts'
import type { Services } from '../services.ts'

interface Expiring extends Record<string, unknown> {
  id: string
  owner_id: string
  address: string
  expires_at: string
}

const batchSize = 1000

/**
 * Publishes `address.expiring` for addresses whose owners want to know it so long before, each once. Any number of
 * processes may run this at the same time.
 *
 * @returns how many were announced
 */
export async function announceExpiring({
  db,
  clock,
  outbox,
  directory,
}: Pick<Services, 'db' | 'clock' | 'outbox' | 'directory'>): Promise<number> {
  const now = new Date(clock.now())
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Expiring>(sql`
      with due as (
        select id from alias.addresses where notice_at <= ${now} and expires_at > ${now}
          and ${isHere(directory, sql`owner_id`)}
        order by notice_at limit ${batchSize} for no key update skip locked
      )
      update alias.addresses address set notice_at = null from due where address.id = due.id
      returning address.id, address.owner_id, ${nameIn(sql`address.address`)} as address, address.expires_at
    `)
    publishEvents(
      tx,
      outbox,
      'address.expiring',
      rows.map(({ id, owner_id: ownerId, address, expires_at: expiresAt }) => ({
        ownerId,
        data: { addressId: id, address, expiresAt: new Date(expiresAt).toISOString() },
      })),
    )
    return rows.length
  })
}
