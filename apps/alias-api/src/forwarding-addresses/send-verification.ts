import { createHash, randomBytes } from 'node:crypto'
import { count, eq, lte, max, min, sql } from 'drizzle-orm'
import { DomainError, mailboxOf } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { verificationMails } from '../db/mail-tables.ts'
import { findLimits } from '../limits/find-limits.ts'
import { refuseSending } from '../sending/refuse-sending.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { ApiServices } from '../services.ts'

const dayMs = 86_400_000
const linkTtlMs = dayMs
const perMailbox = { pauseMs: 60_000, aDay: 5 }
const perOwnerADay = 100

export const tooManyMails = 'Too many verification emails. Try again later.'

/** A mailbox or an account has been sent its maximum of verification emails for now. */
class TooManyMailsError extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('rate_limited', tooManyMails, { retryAfterSeconds })
  }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Queues the email with the link that confirms a forwarding address. A mailbox gets a few such emails a day, whether
 * one account or many ask for them.
 *
 * @returns the hash by which the link is recognised
 */
export async function sendVerification(
  tx: Db,
  services: ApiServices,
  { ownerId, email }: { ownerId: string; email: string },
): Promise<{ tokenHash: Buffer; tokenExpiresAt: Date }> {
  const now = services.clock.now()
  // Test mode sends nothing, so it has no limit.
  const { accountId, mode } = accountOf(ownerId)
  if (mode === 'live') {
    refuseSending((await findLimits(tx, accountId)).account)
    await countMail(tx, now, ownerId, email)
  }
  const token = randomBytes(32).toString('base64url')
  const link = new URL('verify-forwarding', `${services.systemMail.publicUrl.replace(/\/$/, '')}/`)
  link.searchParams.set('token', token)
  await enqueueSystemMail(tx, services, {
    ownerId,
    to: email,
    subject: 'Confirm that mail may be forwarded to you',
    text: verificationText(link.href),
  })
  return { tokenHash: hashToken(token), tokenExpiresAt: new Date(now + linkTtlMs) }
}

async function countMail(tx: Db, now: number, ownerId: string, email: string): Promise<void> {
  const mailbox = mailboxOf(email)
  await lockMails(tx, ownerId, mailbox)
  const { sentAt } = verificationMails
  await tx.delete(verificationMails).where(lte(sentAt, new Date(now - dayMs)))
  const sent = { count: count(), first: min(sentAt), last: max(sentAt) }
  const [toMailbox] = await tx
    .select(sent)
    .from(verificationMails)
    .where(eq(verificationMails.email, mailbox))
  const [byOwner] = await tx
    .select(sent)
    .from(verificationMails)
    .where(eq(verificationMails.ownerId, ownerId))
  const again = [
    (toMailbox!.last?.getTime() ?? 0) + perMailbox.pauseMs,
    toMailbox!.count >= perMailbox.aDay ? toMailbox!.first!.getTime() + dayMs : 0,
    byOwner!.count >= perOwnerADay ? byOwner!.first!.getTime() + dayMs : 0,
  ]
  const waitMs = Math.max(...again) - now
  if (waitMs > 0) throw new TooManyMailsError(Math.ceil(waitMs / 1000))
  await tx.insert(verificationMails).values({ id: newId(), ownerId, email: mailbox, sentAt: new Date(now) })
}

/**
 * Lets requests of an account, and requests for a mailbox, wait for each other until the commit: each sees the emails of
 * those before it. Always the account first, so that no two wait for each other in a circle.
 */
async function lockMails(tx: Db, ownerId: string, mailbox: string): Promise<void> {
  for (const subject of [`account ${ownerId}`, `mailbox ${mailbox}`])
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`verification emails of ${subject}`}, 0))`,
    )
}

const verificationText = (link: string) => `Somebody wants to forward mail from their alias to this mailbox.

If this was you, open this page within 24 hours and confirm:

${link}

If it was not, ignore this e-mail. Nothing will be forwarded.
`
