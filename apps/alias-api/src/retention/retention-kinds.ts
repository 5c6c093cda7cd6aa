import { auditLogMonths, expiredIdempotencyKeys, type RetentionKind } from '@waypost/retention'
import { excessContacts } from './excess-contacts.ts'
import { expiredDeletedEmails } from './expired-deleted-emails.ts'
import { expiredNotices } from './expired-notices.ts'

/** The retention periods in milliseconds; undefined: for good. */
export interface Retention {
  RETENTION_AUDIT_LOGS_DAYS?: number | undefined
  RETENTION_DELETED_EMAILS_DAYS?: number | undefined
}

/**
 * Everything of the service that grows without end, except its deliveries. Emails that nobody deleted are kept for
 * good.
 */
export const retentionKinds = (kept: Retention): RetentionKind[] => [
  auditLogMonths('alias', kept.RETENTION_AUDIT_LOGS_DAYS),
  expiredDeletedEmails(kept.RETENTION_DELETED_EMAILS_DAYS),
  expiredIdempotencyKeys('alias'),
  excessContacts(),
  expiredNotices(),
]
