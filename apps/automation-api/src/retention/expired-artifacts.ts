import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Files of ended executions, which may expire before the executions. */
export const expiredArtifacts = (keptMs: number | undefined): RetentionKind => ({
  name: 'artifacts',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.artifacts`,
      isExpired: sql`created_at < ${batch.before}`,
    }),
  findOldest: findOldestIn('artifacts'),
})
