import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { systemEmails } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { SystemEmail } from './system-email.ts'
import type { SystemEmailJob } from './system-email-queue.ts'
import { writeSystemEmail, type WritingServices } from './write-system-email.ts'

/** Hands an e-mail to the mail server. */
export type Transport = (email: SystemEmail) => Promise<void>

export interface SendingServices extends WritingServices {
  events: Pick<Services['events'], 'systemEmailRefused'>
}

export interface SendingOptions {
  /** Absent: e-mails are not sent, as in development. */
  transport: Transport | undefined
  /** Whether sent e-mails are stored for reading. */
  isKept: boolean
}

/** Sends one e-mail, unless it was sent or is no longer needed. Rejects if it has to be retried. */
export async function sendSystemEmail(
  services: SendingServices,
  { transport, isKept }: SendingOptions,
  { emailId }: SystemEmailJob,
): Promise<void> {
  const { db, clock, events } = services
  const isIt = eq(systemEmails.id, emailId)
  const queued = await countAttempt(services, emailId)
  if (!queued) return
  try {
    const email = await writeSystemEmail(services, queued)
    if (email) await transport?.(email)
    if (email && isKept) {
      const { subject, text: body } = email
      await db
        .update(systemEmails)
        .set({ sentAt: new Date(clock.now()), subject, body })
        .where(isIt)
    } else await db.delete(systemEmails).where(isIt)
  } catch (error) {
    if (!isRefused(error)) throw error
    const { id, kind, attempts } = queued
    events.systemEmailRefused({ id, kind, attempts }, error)
    await db.delete(systemEmails).where(isIt)
  }
}

async function countAttempt({ db, clock }: SendingServices, emailId: string) {
  const { id, kind, recipient, data, attempts, sentAt, expiresAt } = systemEmails
  const [queued] = await db
    .update(systemEmails)
    .set({ attempts: sql`${attempts} + 1` })
    .where(and(eq(id, emailId), isNull(sentAt), gt(expiresAt, new Date(clock.now()))))
    .returning({ id, kind, recipient, data, attempts })
  return queued
}

/** A permanent failure: RFC 5321, 4.2.1. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
