import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { artifacts } from '../db/artifact-tables.ts'
import type { Services } from '../services.ts'
import type { ArtifactRow } from './artifact.ts'

/** Reads a file by its id; undefined where the account has none such. */
export type ReadArtifact = (
  id: string,
) => Promise<(Pick<ArtifactRow, 'name' | 'contentType'> & { content: Buffer }) | undefined>

/** @throws StorageError where the store fails */
export async function readArtifact(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  ownerId: string,
  id: string,
): ReturnType<ReadArtifact> {
  const [row] = await db
    .select()
    .from(artifacts)
    .where(and(eq(artifacts.ownerId, ownerId), eq(artifacts.id, id)))
  if (!row) return undefined
  const { name, contentType, blobId } = row
  return { name, contentType, content: await buffer(await storage.open(blobId)) }
}
