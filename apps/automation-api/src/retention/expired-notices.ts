import { sql } from 'drizzle-orm'
import { purgeExpired, type RetentionKind } from '@waypost/retention'
import { longestPauseMs } from '../notices/insert-notice.ts'
import { findOldestIn } from './find-oldest-in.ts'

/** Notices to owners, once they hold none back any more. */
export const expiredNotices: RetentionKind = {
  name: 'notices',
  keptMs: longestPauseMs,
  purge: (tx, batch) =>
    purgeExpired(tx, batch, {
      table: sql`automation.notices`,
      isExpired: sql`created_at < ${batch.before}`,
    }),
  findOldest: findOldestIn('notices'),
}
