import { z } from 'zod'
import type { artifacts } from '../db/artifact-tables.ts'

const artifactKind = z.enum(['download', 'pdf', 'screenshot', 'data', 'trace'])

/** A file that a run has left. */
export const artifact = z.object({
  id: z.uuid(),
  kind: artifactKind,
  stepName: z.string().describe('The step that made it'),
  name: z.string().describe('Of the file'),
  contentType: z.string(),
  size: z.number().int().describe('In bytes'),
  createdAt: z.iso.datetime(),
})

export type Artifact = z.infer<typeof artifact>
export type ArtifactRow = typeof artifacts.$inferSelect

export const toArtifact = ({
  id,
  kind,
  stepName,
  name,
  contentType,
  size,
  createdAt,
}: ArtifactRow): Artifact => ({
  id,
  kind,
  stepName,
  name,
  contentType,
  size,
  createdAt: createdAt.toISOString(),
})
