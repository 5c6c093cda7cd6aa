import type { Clock } from '../client/clock.ts'
import { poll, type WaitOptions } from '../client/poll.ts'
import type { Email, EmailDetail } from '../generated/alias-api.ts'
import type { emails } from './emails.ts'

export interface EmailWanted extends WaitOptions {
  /** The alias that it comes to. */
  addressId: string
  /** A part of the sender's address or name; small and capital letters are the same. */
  from?: string | undefined
  /** A part of the subject; small and capital letters are the same. */
  subject?: string | undefined
  /** Not received before. By default one that is there already will do. */
  since?: Date | string | undefined
  /** Whatever else it has to fit. */
  where?: ((email: Email) => boolean) | undefined
}

/** The newest email that fits, of the newest hundred. */
export async function waitForEmail(
  clock: Clock,
  { list, get }: Pick<ReturnType<typeof emails>, 'list' | 'get'>,
  { addressId, timeoutMs = 60_000, pollMs = 2000, signal, ...wanted }: EmailWanted,
): Promise<EmailDetail> {
  return poll(clock, `an email to ${addressId}`, { timeoutMs, pollMs, signal }, async () => {
    const { items } = await list({ addressId, type: 'received', limit: 100 }, { signal }).page()
    const found = items.find((email) => fits(email, wanted))
    return found && get(found.id, { signal })
  })
}

function fits(
  email: Email,
  { from = '', subject = '', since, where }: Pick<EmailWanted, 'from' | 'subject' | 'since' | 'where'>,
): boolean {
  return (
    (has(email.from, from) || has(email.fromName, from)) &&
    has(email.subject, subject) &&
    (since === undefined || Date.parse(email.receivedAt) >= new Date(since).getTime()) &&
    (where === undefined || where(email))
  )
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}
