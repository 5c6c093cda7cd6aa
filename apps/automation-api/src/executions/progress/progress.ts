import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { executions } from '../../db/tables.ts'
import type { StepResult } from '../step-result.ts'

/** The Postgres channel on which changed executions are announced, by id. */
export const progressChannel = 'automation_progress'

/** Notifies the execution's watchers of a change, once the transaction is committed. */
export async function announceProgress(tx: Db, executionId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${progressChannel}, ${executionId})`)
}

/** Stores the progress of a run. An execution that has ended stays as it ended. */
export async function recordProgress(db: Db, executionId: string, steps: StepResult[]): Promise<void> {
  const { rowCount } = await db
    .update(executions)
    .set({ steps })
    .where(and(eq(executions.id, executionId), eq(executions.status, 'running')))
  if (rowCount) await announceProgress(db, executionId)
}
