import { and, asc, eq, ne } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { artifacts } from '../db/artifact-tables.ts'
import type { Services } from '../services.ts'
import { signArtifact } from './artifact-token.ts'

/**
 * The files of an execution as its event has them: with URLs that end. Without its trace, which no step has asked for: the
 * event of a run that keeps no files has no list of them.
 */
export async function findSignedArtifacts(
  tx: Db,
  services: Pick<Services, 'keyring' | 'clock'>,
  executionId: string,
) {
  const rows = await tx
    .select()
    .from(artifacts)
    .where(and(eq(artifacts.executionId, executionId), ne(artifacts.kind, 'trace')))
    .orderBy(asc(artifacts.id))
  return rows.map(({ id, kind, stepName, name, contentType, size }) => ({
    id,
    kind,
    stepName,
    name,
    contentType,
    size,
    ...signArtifact(services, id),
  }))
}
