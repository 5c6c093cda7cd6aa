import type { accounts } from '../db/tables.ts'
import type { SignedInAccount } from './session.ts'

export function toSignedInAccount({
  id,
  email,
  emailConfirmedAt,
  createdAt,
  tokenEpoch,
}: typeof accounts.$inferSelect): SignedInAccount {
  return { id, email, emailConfirmed: emailConfirmedAt !== null, createdAt, tokenEpoch }
}
