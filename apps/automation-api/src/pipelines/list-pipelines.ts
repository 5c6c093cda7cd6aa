import { and, desc, eq, sql } from 'drizzle-orm'
import type { Page, Paged } from '@waypost/http'
import { pipelines } from '../db/pipeline-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toPipeline, type Pipeline } from './pipeline.ts'

/** Newest first. */
export async function listPipelines(
  { db }: Services,
  { ownerId }: Actor,
  { q, limit, offset }: Page & { q?: string | undefined },
): Promise<Paged<Pipeline>> {
  // An account has a limited number of pipelines, so each one's name is looked at.
  const isFound = q === undefined ? undefined : sql`strpos(lower(${pipelines.name}), lower(${q})) > 0`
  const own = and(eq(pipelines.ownerId, ownerId), isFound)
  const rows = await db
    .select()
    .from(pipelines)
    .where(own)
    .orderBy(desc(pipelines.id))
    .limit(limit)
    .offset(offset)
  return { items: rows.map(toPipeline), total: await db.$count(pipelines, own) }
}
