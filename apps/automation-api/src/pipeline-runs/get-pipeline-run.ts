import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { pipelineRuns } from '../db/pipeline-tables.ts'
import type { Actor, Services } from '../services.ts'
import type { PipelineRun } from './pipeline-run.ts'
import { withMembers } from './with-members.ts'

export async function getPipelineRun({ db }: Services, actor: Actor, id: string): Promise<PipelineRun> {
  const isOwn = and(eq(pipelineRuns.id, id), eq(pipelineRuns.ownerId, actor.ownerId))
  const [shown] = await withMembers(db, await db.select().from(pipelineRuns).where(isOwn))
  if (!shown) throw new DomainError('not_found', 'Pipeline run not found or unauthorized')
  return shown
}
