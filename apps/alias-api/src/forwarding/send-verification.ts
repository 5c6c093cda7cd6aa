import { createHash, randomBytes } from 'node:crypto'
import { count, eq, lte, max, min } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { verificationMails } from '../db/mail-tables.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { ApiServices } from '../services.ts'

const dayMs = 86_400_000
const linkTtlMs = dayMs
const perMailbox = { pauseMs: 60_000, aDay: 5 }
const perOwnerADay = 100

export const tooManyMails = 'Too many verification emails. Try again later.'

/** A mailbox, or an account, has had as many as it may for now. */
export class TooManyMailsError extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('rate_limited', tooManyMails)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Queues the mail with the link that confirms a forwarding address. However often it is asked for, by one account or
 * by many, a mailbox gets a few in a day.
 *
 * @returns what the link is known by from now on
 */
export async function sendVerification(
  tx: Db,
  services: ApiServices,
  { ownerId, email }: { ownerId: string; email: string },
): Promise<{ tokenHash: Buffer; tokenExpiresAt: Date }> {
  const now = services.clock.now()
  // What is sent in test mode reaches nobody.
  if (accountOf(ownerId).mode === 'live') await countMail(tx, now, ownerId, email)
  const token = randomBytes(32).toString('base64url')
  const link = new URL('verify-forwarding', `${services.systemMail.publicUrl.replace(/\/$/, '')}/`)
  link.searchParams.set('token', token)
  await enqueueSystemMail(tx, services, {
    ownerId,
    to: email,
    subject: 'Confirm that mail may be forwarded to you',
    text: letter(link.href),
  })
  return { tokenHash: hashToken(token), tokenExpiresAt: new Date(now + linkTtlMs) }
}

async function countMail(tx: Db, now: number, ownerId: string, email: string): Promise<void> {
  const mailbox = email.toLowerCase()
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

const letter = (link: string) => `Somebody wants mail of an alias of theirs to be forwarded to this mailbox.

If that is you, open this page and confirm it within 24 hours:

${link}

If it is not, do nothing: nothing will be forwarded.
`
