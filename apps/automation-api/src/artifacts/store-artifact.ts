import { newId, storableText } from '@waypost/postgres'
import { artifacts } from '../db/artifact-tables.ts'
import { requireBytes } from '../limits/require-bytes.ts'
import type { Services } from '../services.ts'
import type { ArtifactRow } from './artifact.ts'

const MOST_BYTES = 50 * 1024 * 1024

export interface NewArtifact extends Pick<ArtifactRow, 'kind' | 'stepName' | 'name' | 'contentType'> {
  content: Buffer
}

/**
 * Stores a file of a run.
 *
 * @throws LimitReachedError where its owner has no room for it
 */
export async function storeArtifact(
  services: Pick<Services, 'db' | 'clock' | 'limits' | 'storage'>,
  { executionId, ownerId }: Pick<ArtifactRow, 'executionId' | 'ownerId'>,
  { content, name, stepName, ...file }: NewArtifact,
): Promise<string> {
  const size = content.length
  if (size > MOST_BYTES) throw new Error(`the file "${name}" is larger than ${MOST_BYTES / 1024 / 1024} MiB`)
  await requireBytes(services.db, services, ownerId, size)
  const blobId = await services.storage.put(whole(content))
  const id = newId()
  await services.db.insert(artifacts).values({
    ...file,
    id,
    executionId,
    ownerId,
    blobId,
    size,
    name: storableText(name),
    stepName: storableText(stepName),
    createdAt: new Date(services.clock.now()),
  })
  return id
}

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
