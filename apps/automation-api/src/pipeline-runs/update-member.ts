import { and, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { pipelineRunMembers } from '../db/pipeline-tables.ts'
import type { MemberRow } from './pipeline-run.ts'

/** @param tx holds the run */
export async function updateMember(
  tx: Db,
  { pipelineRunId, position }: MemberRow,
  values: Partial<MemberRow>,
): Promise<void> {
  const isMember = and(
    eq(pipelineRunMembers.pipelineRunId, pipelineRunId),
    eq(pipelineRunMembers.position, position),
  )
  await tx.update(pipelineRunMembers).set(values).where(isMember)
}
