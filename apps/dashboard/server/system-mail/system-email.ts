import { ttlMsOf } from '../mailed-tokens/purposes.ts'

const dayMs = 24 * 60 * 60_000

/** The e-mails that the server writes, and for how long it tries to send each. */
export const triedForMs = {
  confirm_email: dayMs,
  // A user who has waited longer has requested another e-mail.
  reset_password: ttlMsOf.reset_password,
  password_changed: dayMs,
  account_recovered: dayMs,
  two_factor_on: dayMs,
  two_factor_off: dayMs,
  recovery_codes_replaced: dayMs,
  recovery_code_used: dayMs,
  passkey_added: dayMs,
  passkey_removed: dayMs,
  new_browser: dayMs,
  new_api_key: dayMs,
  account_deleted: dayMs,
  schedule_failing: dayMs,
  schedule_recovered: dayMs,
  webhook_failing: dayMs,
  automation_failing: dayMs,
  automation_recovered: dayMs,
  heal_undecided: dayMs,
  limit_near: dayMs,
  webhook_disabled: dayMs,
  domain_lost: dayMs,
  emails_withheld: dayMs,
  // The run has failed by then.
  execution_waiting: 15 * 60_000,
}

export type SystemEmailKind = keyof typeof triedForMs

/** An e-mail to send. */
export interface SystemEmail {
  id: string
  to: string
  subject: string
  text: string
  /** Switches e-mails of its kind off. Absent: the e-mail is always sent. */
  unsubscribeUrl?: string
}
