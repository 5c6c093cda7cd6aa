import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '@waypost/http'
import { executionFailures, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'

export const executionFailure = z.object({
  url: z.string(),
  title: z.string(),
  accessibilityTree: z.string().describe('The accessibility tree of the page, in YAML'),
  consoleErrors: z.array(z.string()).describe('The last errors in the page’s console'),
})

/** The state of the page when a step failed. */
export async function getExecutionFailure(
  { db }: Services,
  { ownerId }: Actor,
  id: string,
): Promise<z.infer<typeof executionFailure>> {
  const { url, title, accessibilityTree, consoleErrors } = executionFailures
  const [row] = await db
    .select({ url, title, accessibilityTree, consoleErrors })
    .from(executionFailures)
    .innerJoin(executions, eq(executions.id, executionFailures.executionId))
    .where(and(eq(executions.id, id), eq(executions.ownerId, ownerId)))
  if (!row) throw new DomainError('not_found', 'Failure not found or unauthorized')
  return row
}
