import { asc, eq } from 'drizzle-orm'
import { artifacts } from '../db/artifact-tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import type { Actor, Services } from '../services.ts'
import { toArtifact, type Artifact } from './artifact.ts'

/** The files of an execution, in the order in which its steps made them. */
export async function listArtifacts(
  services: Services,
  actor: Actor,
  executionId: string,
): Promise<Artifact[]> {
  await getExecution(services, actor, executionId)
  const rows = await services.db
    .select()
    .from(artifacts)
    .where(eq(artifacts.executionId, executionId))
    .orderBy(asc(artifacts.id))
  return rows.map(toArtifact)
}
