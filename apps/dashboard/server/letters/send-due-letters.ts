import { eq, sql } from 'drizzle-orm'
import { letters } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Letter, LetterKind } from './letter.ts'
import { writeLetter, type LetterServices } from './write-letter.ts'

/** Hands a mail over to whoever delivers it. */
export type Carry = (letter: Letter) => Promise<void>

export interface SendingServices extends LetterServices {
  events: Pick<Services['events'], 'letterNotSent'>
}

export interface SendingOptions {
  /** Absent: mails go nowhere, as in development. */
  carry: Carry | undefined
  /** Whether what was sent is kept to be read. */
  isKept: boolean
}

const atATime = 10

/** Sends what is due, each by one process; what is not taken is tried again after a pause that grows. */
export async function sendDueLetters(services: SendingServices, options: SendingOptions): Promise<void> {
  for (;;) {
    const claimed = await claimLetters(services)
    await Promise.all(claimed.map((letter) => sendLetter(services, options, letter)))
    if (claimed.length < atATime) return
  }
}

type Claimed = { id: string; kind: LetterKind; recipient: string; attempts: number }

/** The next attempt is set before this one is made: a process that dies takes no mail with it. */
async function claimLetters({ db, clock }: SendingServices): Promise<Claimed[]> {
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

async function sendLetter(
  services: SendingServices,
  { carry, isKept }: SendingOptions,
  claimed: Claimed,
): Promise<void> {
  const { db, clock, events } = services
  const { id, kind, attempts } = claimed
  const isIt = eq(letters.id, id)
  try {
    const letter = await writeLetter(services, claimed)
    if (letter) await carry?.(letter)
    if (letter && isKept) {
      const { subject, text: body } = letter
      await db
        .update(letters)
        .set({ sentAt: new Date(clock.now()), subject, body })
        .where(isIt)
    } else await db.delete(letters).where(isIt)
  } catch (error) {
    events.letterNotSent({ id, kind, attempts, isFinal: isRefused(error) }, error)
    if (isRefused(error)) await db.delete(letters).where(isIt)
  }
}

/** Said of the mail itself, for good: RFC 5321, 4.2.1. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}
