import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers } from '../db/pipeline-tables.ts'
import { automations } from '../db/tables.ts'

/** Locks the automation of the active or next member; undefined where there is none. */
export async function holdPresentMember(tx: Db, runId: string): Promise<string | undefined> {
  const { automationId, position, status } = pipelineRunMembers
  const [present] = await tx
    .select({ automationId })
    .from(pipelineRunMembers)
    .where(and(eq(pipelineRunMembers.pipelineRunId, runId), inArray(status, ['active', 'waiting'])))
    .orderBy(asc(position))
    .limit(1)
  if (!present) return undefined
  const isIts = eq(automations.id, present.automationId)
  const [held] = await tx.select({ id: automations.id }).from(automations).where(isIts).for('no key update')
  return held?.id
}
