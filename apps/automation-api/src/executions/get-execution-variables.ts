import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '@waypost/http'
import { automations, executions } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { findGivenVariables, withoutSecrets } from './given-variables.ts'

export const executionVariables = z.object({
  variables: z
    .record(z.string(), z.string())
    .describe('The values that were given for it, of declared variables that are not secret'),
})

/** What to trigger another run with. */
export async function getExecutionVariables(
  { db, keyring }: Services,
  { ownerId }: Actor,
  id: string,
): Promise<z.infer<typeof executionVariables>> {
  const [row] = await db
    .select({ sealed: executions.sealedVariables, declared: automations.variables })
    .from(executions)
    .innerJoin(automations, eq(automations.id, executions.automationId))
    .where(and(eq(executions.id, id), eq(executions.ownerId, ownerId)))
  if (!row) throw new DomainError('not_found', 'Execution not found or unauthorized')
  const given = findGivenVariables(keyring, `execution:${id}`, row.sealed) ?? {}
  return { variables: withoutSecrets(given, row.declared) }
}
