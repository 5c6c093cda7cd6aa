import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { heldOutbound, outboundMessages } from '../db/mail-tables.ts'

const accountIdOf = (ownerId: unknown) => sql`substr(${ownerId}, length('live:') + 1)`

/**
 * Whether an outbound message has to wait: a suspended or unconfirmed account neither sends nor forwards, and one whose
 * mail came back does not send. System e-mails always leave, as does what test mode captures.
 */
export const isHeld = sql<boolean>`(
  ${outboundMessages.ownerId} like 'live:%'
  and (${outboundMessages.emailId} is not null or ${outboundMessages.forwardedEmailId} is not null)
  and exists (
    select from alias.accounts account where account.id = ${accountIdOf(outboundMessages.ownerId)}
      and (suspended_at is not null or email_verified is false
        or sending_stopped_at is not null and ${outboundMessages.emailId} is not null)))`

/** Lets an outbound message wait until its account may send again. Its job is over. */
export async function holdOutbound(db: Db, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  const { accountId } = accountOf(ownerId)
  await db.insert(heldOutbound).values({ outboundId: id, accountId }).onConflictDoNothing()
}
