import { sql } from 'drizzle-orm'
import { purgePast, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Intents that ended long ago. */
export const pastIntents = (keptMs: number | undefined): RetentionKind => ({
  name: 'intents',
  keptMs,
  purge: (tx, batch) =>
    purgePast(tx, batch, {
      table: sql`automation.intents`,
      isPast: sql`completed_at < ${batch.before}`,
      locks: true,
    }),
  findOldest: findOldestIn('intents'),
})
