import { eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { ownerOf } from '../accounts/owner.ts'
import { accounts } from '../db/tables.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { MailServices } from '../services.ts'
import { insertNotice } from './insert-notice.ts'
import type { NewNotice } from './notice.ts'

const dayMs = 24 * 60 * 60_000

export interface WrittenNotice extends Omit<NewNotice, 'data'> {
  subject: string
  text: string
}

/**
 * Tells an owner something by e-mail, if and only if `tx` commits: by the issuer of the JWTs, which asks its users what they
 * want to be mailed, or by the service's own mail where the issuer claims no notices.
 */
export async function tellOwner(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'work' | 'systemMail'>,
  { subject, text, ...written }: WrittenNotice,
): Promise<void> {
  const now = services.clock.now()
  const { accountId } = written
  const isLeftToIssuer = await claimsNotices(tx, now)
  const toldAt = isLeftToIssuer ? null : new Date(now)
  const isTold = await insertNotice(tx, now, { ...written, data: { subject, text } }, toldAt)
  if (!isTold || isLeftToIssuer) return
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!account?.email) return
  const ownerId = ownerOf(accountId, 'live')
  await enqueueSystemMail(tx, services, { ownerId, to: account.email, subject, text })
}

/** Whether the issuer has claimed notices within a day. */
async function claimsNotices(tx: Db, now: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select claimed_at from alias.notice_claims where claimed_at > ${new Date(now - dayMs)}`,
  )
  return rows.length > 0
}
