import { inTransaction, type Db } from '@waypost/postgres'
import type { PgBoss } from 'pg-boss'
import { gatheredName } from './gathered-queue.ts'

// Few jobs of many are taken at a time. Were they of fewer, that would not be enough.
const fewestTogether = 5

/** Leaves jobs for the mail process; they are there if and only if `tx` commits. */
export async function leaveJobs(tx: Db, boss: PgBoss, queue: string, jobs: object[]): Promise<void> {
  const rows = jobs.map((data) => ({ data }))
  if (rows.length > 0) await boss.insert(queue, rows, { ...inTransaction(tx), returnId: false })
}

/** The same, and many as one. They should take about equally long, for they are over together. */
export async function leaveTogether(tx: Db, boss: PgBoss, queue: string, jobs: object[]): Promise<void> {
  if (jobs.length < fewestTogether) await leaveJobs(tx, boss, queue, jobs)
  else await leaveJobs(tx, boss, gatheredName(queue), [jobs])
}
