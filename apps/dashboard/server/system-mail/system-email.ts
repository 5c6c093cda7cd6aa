import { ttlMsOf } from '../mailed-tokens/purposes.ts'

const dayMs = 24 * 60 * 60_000

/** The mails that the server writes, and for how long it tries to send them. */
export const triedForMs = {
  confirm_email: dayMs,
  // Who has waited longer has asked again.
  reset_password: ttlMsOf.reset_password,
  password_changed: dayMs,
  account_recovered: dayMs,
  account_deleted: dayMs,
}

export type SystemEmailKind = keyof typeof triedForMs

/** A mail as it leaves. */
export interface SystemEmail {
  id: string
  to: string
  subject: string
  text: string
}
