import { inTransaction, type Db } from '@waypost/postgres'
import type { PgBoss } from 'pg-boss'

/** Adds jobs to a queue if and only if `tx` commits. */
export async function enqueueJobs(tx: Db, boss: PgBoss, queue: string, jobs: object[]): Promise<void> {
  const rows = jobs.map((data) => ({ data }))
  if (rows.length > 0) await boss.insert(queue, rows, { ...inTransaction(tx), returnId: false })
}
