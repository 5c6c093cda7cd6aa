import { sql } from 'drizzle-orm'
import { copyAhead, copyClosed } from './copy-step.ts'
import { deleteRows } from './delete-rows.ts'
import { drainAccount } from './drain-account.ts'
import { beginMove, findCellIn, findMove } from './find-move.ts'
import { giveJobs } from './jobs.ts'
import { listLate } from './list-late.ts'
import { listOwnedTables } from './list-owned-tables.ts'
import { at, beginStep, nameOf, steps, tableIn, type Move, type Moving, type Step } from './moving.ts'

/** In `accounts.cell`, of those who have gone to the first database, which has no name. */
const firstName = '*'
const mostCopies = 3

/**
 * Moves an account with all of its data to another database of the service, while both work for everybody else. What it has is
 * copied once before the first step. From then to the last step its requests are refused with 503 and its mail with 451. Each step
 * is recorded in the first database and may be repeated: a move that was interrupted goes on where it was when it is asked for
 * again.
 *
 * @param to the name of a cell; null: the first database
 * @returns whether it was there already
 * @throws where it is being moved elsewhere, and where its jobs do not end, in which case it stays where it was
 */
export async function moveAccount(moving: Moving, accountId: string, to: string | null): Promise<boolean> {
  const move = (await findMove(moving, accountId)) ?? (await beginMove(moving, accountId, to))
  if (!move) return true
  if (move.to_cell !== to) throw new Error(`${accountId} is being moved to ${nameOf(move.to_cell)}`)
  const next =
    move.step === 'close' ? await copyAhead(moving, move, () => perform.close(moving, move)) : move.step
  for (const step of steps.slice(steps.indexOf(next))) {
    await beginStep(moving, move, step)
    await perform[step](moving, move)
  }
  await moving.onStep?.('end')
  await moving.home.execute(sql`delete from ${tableIn(moving, 'moves')} where account_id = ${accountId}`)
  return false
}

const perform: Record<Step, (moving: Moving, move: Move) => Promise<void>> = {
  async close(moving, { account_id: id, from_cell: from, to_cell: to }) {
    await at(moving, from).execute(sql`
      insert into ${tableIn(moving, 'accounts')} as account (id, cell) values (${id}, ${to ?? firstName})
      on conflict (id) do update set cell = excluded.cell
    `)
    await moving.pause()
  },

  async drain(moving, move) {
    await drainAccount(moving, move)
  },

  copy: copyClosed,

  async open(moving, move) {
    const { account_id: id, from_cell: from, to_cell: to } = move
    const { service, home } = moving
    const accounts = tableIn(moving, 'accounts')
    // It is open already, and may have been written to.
    if ((await findCellIn(moving, at(moving, to), id)) === null) return
    for (let times = 0; (await listLateRows(moving, move)).length > 0; times += 1) {
      if (times === mostCopies) throw new Error(`${id} is still written to`)
      await perform.drain(moving, move)
      await perform.copy(moving, move)
    }
    if (to !== null) await home.transaction((tx) => service.enter(tx, at(moving, to), id))
    const { rows } = await at(moving, from).execute<{ row: string }>(
      sql`select account::text as row from ${accounts} account where id = ${id}`,
    )
    await at(moving, to).transaction(async (tx) => {
      await giveJobs(tx, service, id)
      await tx.execute(sql`delete from ${accounts} where id = ${id}`)
      await tx.execute(sql`insert into ${accounts} select (${rows[0]!.row}::text::${accounts}).*`)
      await tx.execute(sql`update ${accounts} set cell = null where id = ${id}`)
    })
  },

  async switch(moving, { account_id: id, to_cell: to }) {
    const { home, service } = moving
    await home.transaction(async (tx) => {
      await tx.execute(sql`update ${tableIn(moving, 'accounts')} set cell = ${to} where id = ${id}`)
      if (to === null) await service.leave(tx, id)
    })
  },

  async delete(moving, move) {
    const { account_id: id, from_cell: from, to_cell: to, objects } = move
    const { service } = moving
    const late = await listLateRows(moving, move)
    // Nothing of the sort is known. Nothing is lost as long as the operator looks.
    if (late.length > 0)
      throw new Error(`${id} was written to in ${nameOf(from)} after it was copied: ${late.join(', ')}`)
    const blobs = tableIn(moving, 'blobs')
    await at(moving, from).transaction(async (tx) => {
      await deleteRows(tx, service, await listOwnedTables(tx, service, id))
      // What is in the object store is the other database's by now: this one's sweep must not find it.
      const isOne = sql`id = any(${sql.param(objects)}::uuid[])`
      await tx.execute(sql`delete from ${blobs} where ${isOne} and names = 0`)
      // What another account has here too is both databases', and neither may delete it any more.
      const { rows } = await tx.execute<{ id: string }>(
        sql`update ${blobs} set names = names + 1 where ${isOne} returning id`,
      )
      const both = sql.param(rows.map((row) => row.id))
      await at(moving, to).execute(
        sql`update ${blobs} set names = names + 1 where id = any(${both}::uuid[]) and names > 0`,
      )
    })
  },
}

const listLateRows = (moving: Moving, { account_id: id, from_cell: from, compared_at: comparedAt }: Move) =>
  listLate(moving.service, at(moving, from), id, comparedAt!)
