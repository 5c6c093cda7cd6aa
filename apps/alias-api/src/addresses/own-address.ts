import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { isStopped } from '../alias-names/former-alias.ts'
import { addresses } from '../db/tables.ts'
import type { Actor } from '../services.ts'

export const addressNotFound = () => new DomainError('not_found', 'Alias not found')

export const isOwnAddress = ({ ownerId }: Pick<Actor, 'ownerId'>, id: string) =>
  and(eq(addresses.id, id), eq(addresses.ownerId, ownerId))

/** The columns of `alias.addresses`, and whether the alias is stopped. */
export const shownColumns = {
  ...getTableColumns(addresses),
  isStopped: isStopped(sql`addresses`).as('is_stopped'),
}

/** Locks an alias of the actor until the transaction ends, so that two changes of what belongs to it come one after the other. */
export async function lockOwnAddress(tx: Db, actor: Pick<Actor, 'ownerId'>, id: string): Promise<void> {
  const own = tx.select({ id: addresses.id }).from(addresses).where(isOwnAddress(actor, id))
  if ((await own.for('no key update')).length === 0) throw addressNotFound()
}
