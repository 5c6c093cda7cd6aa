import { z } from 'zod'
import type { SystemEmailKind } from '../system-mail/system-email.ts'

/** The e-mails that an account can do without. All others are about its security, and are always sent. */
export const notificationKind = z.enum([
  'failed_runs',
  'waiting_runs',
  'heals',
  'webhooks',
  'domains',
  'limits',
  'withheld',
])

export type NotificationKind = z.infer<typeof notificationKind>

export const notification = z.object({ kind: notificationKind, isOn: z.boolean() })

export type Notification = z.infer<typeof notification>

const kinds: Partial<Record<SystemEmailKind, NotificationKind>> = {
  schedule_failing: 'failed_runs',
  schedule_recovered: 'failed_runs',
  automation_failing: 'failed_runs',
  automation_recovered: 'failed_runs',
  execution_waiting: 'waiting_runs',
  heal_undecided: 'heals',
  webhook_failing: 'webhooks',
  webhook_disabled: 'webhooks',
  domain_lost: 'domains',
  limit_near: 'limits',
  emails_withheld: 'withheld',
}

/** Undefined for an e-mail that is always sent. */
export const notificationOf = (email: SystemEmailKind): NotificationKind | undefined => kinds[email]

/** What the e-mails of a kind are about, after “emails about”. */
export const subjectsOf: Record<NotificationKind, string> = {
  failed_runs: 'runs that fail',
  waiting_runs: 'runs that wait for you',
  heals: 'heals to review',
  webhooks: 'webhooks that fail',
  domains: 'domains that are lost',
  limits: 'limits that are nearly reached',
  withheld: 'emails that were not forwarded',
}
