import { and, eq } from 'drizzle-orm'
import { executions } from '../db/tables.ts'
import type { Services } from '../services.ts'

/** Keeps the run alive. Returns the reason why it must end, if there is one. */
export async function sendHeartbeat(
  { db, clock }: Services,
  executionId: string,
): Promise<string | undefined> {
  const [row] = await db
    .update(executions)
    .set({ aliveAt: new Date(clock.now()) })
    .where(and(eq(executions.id, executionId), eq(executions.status, 'running')))
    .returning({ stopRequestedAt: executions.stopRequestedAt })
  if (!row) return 'The execution was ended'
  return row.stopRequestedAt ? 'Stopped by user' : undefined
}
