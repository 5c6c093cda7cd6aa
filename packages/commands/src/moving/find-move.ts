import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { listOwnedTables } from './list-owned-tables.ts'
import { at, tableIn, type Move, type Moving } from './moving.ts'

export async function findMove(moving: Moving, accountId: string): Promise<Move | undefined> {
  const { rows } = await moving.home.execute<Move>(
    sql`select * from ${tableIn(moving, 'moves')} where account_id = ${accountId}`,
  )
  return rows[0]
}

/** @returns undefined where the account is there already */
export async function beginMove(
  moving: Moving,
  accountId: string,
  to: string | null,
): Promise<Move | undefined> {
  let from = (await findCellIn(moving, moving.home, accountId)) ?? null
  if (from === to) {
    if (to === null || (await findCellIn(moving, at(moving, to), accountId)) === null) return undefined
    // It was to be put there by an earlier version, before it had anything.
    from = null
  }
  // Before anybody is refused for a table that nobody knows how to move.
  await listOwnedTables(moving.home, moving.service, accountId)
  const move: Move = {
    account_id: accountId,
    from_cell: from,
    to_cell: to,
    step: 'close',
    compared_at: null,
    objects: [],
  }
  await moving.home.execute(sql`
    insert into ${tableIn(moving, 'moves')} (account_id, from_cell, to_cell, step)
    values (${accountId}, ${from}, ${to}, 'close')
  `)
  return move
}

/** Where a database says that an account is: null: there; undefined: it knows nothing of it. */
export async function findCellIn(
  moving: Moving,
  db: Db,
  accountId: string,
): Promise<string | null | undefined> {
  const { rows } = await db.execute<{ cell: string | null }>(
    sql`select cell from ${tableIn(moving, 'accounts')} where id = ${accountId}`,
  )
  return rows[0]?.cell
}
