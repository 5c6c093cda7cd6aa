import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, lte, max } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { verificationMails } from '../db/mail-tables.ts'
import { queueLetter } from '../outbound/queue-letter.ts'
import type { ApiServices } from '../services.ts'

const hourMs = 3_600_000
export const linkTtlMs = 24 * hourMs
const perMailbox = { pauseMs: 60_000, aDay: 5 }
const perOwnerADay = 100

export const tooManyMails = 'Too many verification emails. Try again later.'

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
  if (accountOf(ownerId).mode === 'live') await count24Hours(tx, now, ownerId, email)
  const token = randomBytes(32).toString('base64url')
  const link = new URL('verify-forwarding', `${services.letters.publicUrl.replace(/\/$/, '')}/`)
  link.searchParams.set('token', token)
  await queueLetter(tx, services, {
    ownerId,
    to: email,
    subject: 'Confirm that mail may be forwarded to you',
    text: letter(link.href),
  })
  return { tokenHash: hashToken(token), tokenExpiresAt: new Date(now + linkTtlMs) }
}

async function count24Hours(tx: Db, now: number, ownerId: string, email: string): Promise<void> {
  const since = new Date(now - 24 * hourMs)
  const { sentAt } = verificationMails
  await tx.delete(verificationMails).where(lte(sentAt, since))
  const [toMailbox] = await tx
    .select({ sent: count(), lastAt: max(sentAt) })
    .from(verificationMails)
    .where(eq(verificationMails.email, email.toLowerCase()))
  const [byOwner] = await tx
    .select({ sent: count() })
    .from(verificationMails)
    .where(and(eq(verificationMails.ownerId, ownerId), gt(sentAt, since)))
  const isTooSoon = toMailbox!.lastAt !== null && now < toMailbox!.lastAt.getTime() + perMailbox.pauseMs
  if (isTooSoon || toMailbox!.sent >= perMailbox.aDay || byOwner!.sent >= perOwnerADay)
    throw new DomainError('rate_limited', tooManyMails)
  await tx
    .insert(verificationMails)
    .values({ id: newId(), ownerId, email: email.toLowerCase(), sentAt: new Date(now) })
}

const letter = (link: string) => `Somebody wants mail of an alias of theirs to be forwarded to this mailbox.

If that is you, open this page and confirm it within 24 hours:

${link}

If it is not, do nothing: nothing will be forwarded.
`
