import { eq, sql } from 'drizzle-orm'
import { systemEmails } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { SystemEmail, SystemEmailKind } from './system-email.ts'
import { writeSystemEmail, type WritingServices } from './write-system-email.ts'

/** Hands a mail over to whoever delivers it. */
export type Transport = (email: SystemEmail) => Promise<void>

export interface SendingServices extends WritingServices {
  events: Pick<Services['events'], 'systemEmailNotSent'>
}

export interface SendingOptions {
  /** Absent: mails go nowhere, as in development. */
  transport: Transport | undefined
  /** Whether what was sent is kept to be read. */
  isKept: boolean
}

const atATime = 10

/** Sends what is due, each by one process; what is not taken is tried again after a pause that grows. */
export async function sendDueEmails(services: SendingServices, options: SendingOptions): Promise<void> {
  for (;;) {
    const claimed = await claimEmails(services)
    await Promise.all(claimed.map((email) => sendEmail(services, options, email)))
    if (claimed.length < atATime) return
  }
}

type Claimed = { id: string; kind: SystemEmailKind; recipient: string; attempts: number }

/** The next attempt is set before this one is made: a process that dies takes no mail with it. */
async function claimEmails({ db, clock }: SendingServices): Promise<Claimed[]> {
  const now = new Date(clock.now())
  const { rows } = await db.execute<Claimed>(sql`
    update accounts.letters
    set attempts = attempts + 1,
      attempt_at = ${now}::timestamptz + least(interval '4 minutes' * power(2, attempts), interval '1 hour')
    where id in (
      select id from accounts.letters
      where sent_at is null and attempt_at <= ${now} and expires_at > ${now}
      order by attempt_at limit ${atATime} for update skip locked
    )
    returning id, kind, recipient, attempts
  `)
  return rows
}

async function sendEmail(
  services: SendingServices,
  { transport, isKept }: SendingOptions,
  claimed: Claimed,
): Promise<void> {
  const { db, clock, events } = services
  const { id, kind, attempts } = claimed
  const isIt = eq(systemEmails.id, id)
  try {
    const email = await writeSystemEmail(services, claimed)
    if (email) await transport?.(email)
    if (email && isKept) {
      const { subject, text: body } = email
      await db
        .update(systemEmails)
        .set({ sentAt: new Date(clock.now()), subject, body })
        .where(isIt)
    } else await db.delete(systemEmails).where(isIt)
  } catch (error) {
    events.systemEmailNotSent({ id, kind, attempts, isFinal: isRefused(error) }, error)
    if (isRefused(error)) await db.delete(systemEmails).where(isIt)
  }
}

/** Said of the mail itself, for good: RFC 5321, 4.2.1. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
