import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { executions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { MemberRow } from './pipeline-run.ts'

/** The outcome of the active member; undefined while it goes on. */
export async function finishMember(
  tx: Db,
  { clock }: Services,
  { executionId }: MemberRow,
): Promise<Partial<MemberRow> | undefined> {
  const [execution] = await tx.select().from(executions).where(eq(executions.id, executionId!))
  // Deleted with its automation.
  if (!execution)
    return { status: 'failed', error: 'Automation was deleted', completedAt: new Date(clock.now()) }
  const { status, error, sessionId, extractedData, startedAt, completedAt } = execution
  if (status === 'pending' || status === 'running') return undefined
  return { status, error, sessionId, extractedData, startedAt, completedAt }
}
