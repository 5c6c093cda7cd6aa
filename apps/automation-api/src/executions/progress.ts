import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { executions } from '../db/tables.ts'
import type { StepResult } from './step-result.ts'

/** Where it is said that an execution has changed, with its id. */
export const progressChannel = 'automation_progress'

/** Tells whoever watches the execution that there is something new, once the transaction is committed. */
export async function announceProgress(tx: Db, executionId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${progressChannel}, ${executionId})`)
}

/** Shows how far a run has come. One that has ended stays as it ended. */
export async function recordProgress(db: Db, executionId: string, steps: StepResult[]): Promise<void> {
  const { rowCount } = await db
    .update(executions)
    .set({ steps })
    .where(and(eq(executions.id, executionId), eq(executions.status, 'running')))
  if (rowCount) await announceProgress(db, executionId)
}
