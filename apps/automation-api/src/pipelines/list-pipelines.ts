import { desc, eq } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { pipelines } from '../db/pipeline-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toPipeline, type Pipeline } from './pipeline.ts'

/** Newest first. */
export async function listPipelines(
  { db }: Services,
  { ownerId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<Pipeline>> {
  const own = eq(pipelines.ownerId, ownerId)
  const rows = await db
    .select()
    .from(pipelines)
    .where(own)
    .orderBy(desc(pipelines.id))
    .limit(limit)
    .offset(offset)
  return { items: rows.map(toPipeline), total: await db.$count(pipelines, own) }
}
