import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { findOldestIn } from './find-oldest-in.ts'

/** Expired intents. */
export const expiredIntents = (keptMs: number | undefined): RetentionKind => ({
  name: 'intents',
  keptMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.intents`,
      isExpired: sql`completed_at < ${batch.before}`,
      locks: true,
    }),
  findOldest: findOldestIn('intents'),
})
