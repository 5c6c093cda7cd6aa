import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
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
  /** How long they may take before what has been copied is thrown away, since its transaction keeps Postgres from vacuuming. */
  copyWaitsForMs: number
  /** Called between steps, before it is recorded that the next one is to be done. */
  onStep?: (next: Step | 'end') => Promise<void>
  /** Called with the reason why an account is copied again, while it is closed, after it was copied while it was open. */
  onCopyLost?: (reason: string) => void
}

export const steps = ['close', 'drain', 'copy', 'open', 'switch', 'delete'] as const

export type Step = (typeof steps)[number]

export interface Move extends Record<string, unknown> {
  account_id: string
  from_cell: string | null
  to_cell: string | null
  step: Step
  /** Where the rows were last compared, in the transactions of the database that the account leaves. */
  compared_at: string | null
  /** What the account has in the object store. */
  objects: string[]
}

export const tableIn = ({ service }: Moving, name: string) =>
  sql`${sql.identifier(service.schema)}.${sql.identifier(name)}`
export const at = ({ home, findCell }: Moving, cell: string | null): Db =>
  cell === null ? home : findCell(cell)
export const databasesOf = (moving: Moving, { from_cell: from, to_cell: to }: Move) => ({
  from: at(moving, from),
  to: at(moving, to),
})
export const nameOf = (cell: string | null): string =>
  cell === null ? 'the first database' : `the cell ${cell}`

/** Records the step that is done from now on. */
export async function beginStep(moving: Moving, { account_id: id }: Move, step: Step): Promise<void> {
  await moving.onStep?.(step)
  await moving.home.execute(
    sql`update ${tableIn(moving, 'moves')} set step = ${step} where account_id = ${id}`,
  )
}
