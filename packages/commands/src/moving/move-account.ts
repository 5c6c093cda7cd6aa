import { setTimeout } from 'node:timers/promises'
import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { copyAccount, listLate } from './copy-account.ts'
import { deleteRows } from './copy-rows.ts'
import { giveJobs, takeJobs } from './jobs.ts'
import { listOwnedTables } from './list-owned-tables.ts'
import type { MovedService } from './moved-service.ts'

export interface Moving {
  service: MovedService
  /** The first database, as a login that owns all tables. */
  home: Db
  /** The same of a cell. */
  findCell(name: string): Db
  /** Waits until requests that were admitted before have ended. */
  pause: () => Promise<unknown>
  /** How long jobs in progress may take to end before the move is called off. */
  jobsEndWithinMs: number
  /** Called between steps, before it is recorded that the next one is to be done. */
  onStep?: (next: Step | 'end') => Promise<void>
}

const steps = ['close', 'drain', 'copy', 'open', 'switch', 'delete'] as const

type Step = (typeof steps)[number]

interface Move extends Record<string, unknown> {
  account_id: string
  from_cell: string | null
  to_cell: string | null
  step: Step
  /** Where the rows were last compared, in the transactions of the database that the account leaves. */
  compared_at: string | null
  /** What the account has in the object store. */
  objects: string[]
}

/** In `accounts.cell`, of those who have gone to the first database, which has no name. */
const firstName = '*'
const lookEveryMs = 500
const mostCopies = 3

/**
 * Moves an account with all of its data to another database of the service, while both work for everybody else. From the first
 * step to the last its requests are refused with 503 and its mail with 451. Each step is recorded in the first database and
 * may be repeated: a move that was interrupted goes on where it was when it is asked for again.
 *
 * @param to the name of a cell; null: the first database
 * @returns whether it was there already
 * @throws where it is being moved elsewhere, and where its jobs do not end, in which case it stays where it was
 */
export async function moveAccount(moving: Moving, accountId: string, to: string | null): Promise<boolean> {
  const move = (await findMove(moving, accountId)) ?? (await beginMove(moving, accountId, to))
  if (!move) return true
  if (move.to_cell !== to) throw new Error(`${accountId} is being moved to ${nameOf(move.to_cell)}`)
  for (const step of steps.slice(steps.indexOf(move.step))) {
    await moving.onStep?.(step)
    await recordStep(moving, move, step)
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
    const { service, jobsEndWithinMs } = moving
    const from = at(moving, move.from_cell)
    for (let waitedMs = 0; (await takeJobs(from, service, move.account_id)) > 0; waitedMs += lookEveryMs) {
      if (waitedMs >= jobsEndWithinMs) {
        await callOff(moving, move)
        throw new Error(`${move.account_id} has jobs in progress that do not end; it is where it was`)
      }
      await setTimeout(lookEveryMs)
    }
  },

  async copy(moving, move) {
    const { service, home } = moving
    const { account_id: id, from_cell: from, to_cell: to } = move
    const copied = await copyAccount(service, at(moving, from), at(moving, to), id)
    await home.execute(sql`
      update ${tableIn(moving, 'moves')} set compared_at = ${copied.comparedAt}, objects = ${sql.param(copied.objects)}::uuid[]
      where account_id = ${id}
    `)
    Object.assign(move, { compared_at: copied.comparedAt, objects: copied.objects })
  },

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

const tableIn = ({ service }: Moving, name: string) =>
  sql`${sql.identifier(service.schema)}.${sql.identifier(name)}`
const at = ({ home, findCell }: Moving, cell: string | null): Db => (cell === null ? home : findCell(cell))
const nameOf = (cell: string | null): string => (cell === null ? 'the first database' : `the cell ${cell}`)

async function findMove(moving: Moving, accountId: string): Promise<Move | undefined> {
  const { rows } = await moving.home.execute<Move>(
    sql`select * from ${tableIn(moving, 'moves')} where account_id = ${accountId}`,
  )
  return rows[0]
}

/** @returns undefined where the account is there already */
async function beginMove(moving: Moving, accountId: string, to: string | null): Promise<Move | undefined> {
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
async function findCellIn(moving: Moving, db: Db, accountId: string): Promise<string | null | undefined> {
  const { rows } = await db.execute<{ cell: string | null }>(
    sql`select cell from ${tableIn(moving, 'accounts')} where id = ${accountId}`,
  )
  return rows[0]?.cell
}

const recordStep = (moving: Moving, { account_id: id }: Move, step: Step) =>
  moving.home.execute(sql`update ${tableIn(moving, 'moves')} set step = ${step} where account_id = ${id}`)

const listLateRows = (moving: Moving, { account_id: id, from_cell: from, compared_at: comparedAt }: Move) =>
  listLate(moving.service, at(moving, from), id, comparedAt!)

/** Opens an account again where it was. */
async function callOff(moving: Moving, { account_id: id, from_cell: from }: Move): Promise<void> {
  await at(moving, from).transaction(async (tx) => {
    await giveJobs(tx, moving.service, id)
    await tx.execute(sql`update ${tableIn(moving, 'accounts')} set cell = null where id = ${id}`)
  })
  await moving.home.execute(sql`delete from ${tableIn(moving, 'moves')} where account_id = ${id}`)
}
