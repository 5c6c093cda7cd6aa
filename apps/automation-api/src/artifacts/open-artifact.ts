import { and, eq, type SQL } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { inStorage } from '../automations/uploads/in-storage.ts'
import { artifacts } from '../db/artifact-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toArtifact, type Artifact } from './artifact.ts'
import { openArtifactToken } from './artifact-token.ts'

export interface OpenedArtifact extends Artifact {
  content: AsyncIterable<Buffer>
}

/** @throws DomainError `unavailable` where the store fails */
export function openArtifact(
  services: Services,
  { ownerId }: Actor,
  executionId: string,
  id: string,
): Promise<OpenedArtifact> {
  const own = and(
    eq(artifacts.ownerId, ownerId),
    eq(artifacts.executionId, executionId),
    eq(artifacts.id, id),
  )
  return open(services, own)
}

/** For whoever has its signed URL, which names its owner's file and ends. */
export function openSignedArtifact(services: Services, token: string): Promise<OpenedArtifact> {
  const id = openArtifactToken(services, token)
  if (id === undefined) throw notFound()
  return open(services, eq(artifacts.id, id))
}

async function open({ db, storage }: Services, which: SQL | undefined): Promise<OpenedArtifact> {
  const [row] = await db.select().from(artifacts).where(which)
  if (!row) throw notFound()
  return { ...toArtifact(row), content: await inStorage(() => storage.open(row.blobId)) }
}

const notFound = () => new DomainError('not_found', 'Artifact not found or unauthorized')
