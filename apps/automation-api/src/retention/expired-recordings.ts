import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { keptForMs } from '../recordings/recording.ts'
import { findOldestIn } from './find-oldest-in.ts'

/** Ended recordings with their steps, a day after their end. */
export const expiredRecordings: RetentionKind = {
  name: 'recordings',
  keptMs: keptForMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.recordings`,
      isExpired: sql`ended_at < ${batch.before}`,
      locks: true,
    }),
  findOldest: findOldestIn('recordings'),
}
