import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { pipelines } from '../db/pipeline-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toPipeline, type Pipeline } from './pipeline.ts'

export const pipelineNotFound = () => new DomainError('not_found', 'Pipeline not found or unauthorized')

export const isOwnPipeline = (actor: Actor, id: string) =>
  and(eq(pipelines.id, id), eq(pipelines.ownerId, actor.ownerId))

export async function getPipeline({ db }: Services, actor: Actor, id: string): Promise<Pipeline> {
  const [row] = await db.select().from(pipelines).where(isOwnPipeline(actor, id))
  if (!row) throw pipelineNotFound()
  return toPipeline(row)
}
