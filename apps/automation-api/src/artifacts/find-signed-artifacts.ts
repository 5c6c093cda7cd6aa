import { asc, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { artifacts } from '../db/artifact-tables.ts'
import type { Services } from '../services.ts'
import { signArtifact } from './artifact-token.ts'

/** The files of an execution as its event has them: with URLs that end. */
export async function findSignedArtifacts(
  tx: Db,
  services: Pick<Services, 'keyring' | 'clock'>,
  executionId: string,
) {
  const rows = await tx
    .select()
    .from(artifacts)
    .where(eq(artifacts.executionId, executionId))
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
