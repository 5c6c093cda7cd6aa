import type { Clock } from '../client/clock.ts'
import { poll, type WaitOptions } from '../client/poll.ts'
import type { Email, EmailDetail } from '../generated/alias-api.ts'
import type { emails } from './emails.ts'

export interface EmailWanted extends WaitOptions {
  /** The receiving alias. */
  addressId: string
  /** A part of the sender's address or name, case-insensitive. */
  from?: string | undefined
  /** A part of the subject, case-insensitive. */
  subject?: string | undefined
  /** Received at this time or later. By default an existing email matches too. */
  since?: Date | string | undefined
  /** A further condition. */
  where?: ((email: Email) => boolean) | undefined
}

/** A one-time code, and the email that it is in. */
export interface CodeFound {
  code: string
  email: EmailDetail
}

type Emails = Pick<ReturnType<typeof emails>, 'list' | 'get'>

/** The newest matching email of the newest hundred. */
export async function waitForEmail(
  clock: Clock,
  { list, get }: Emails,
  { addressId, timeoutMs = 60_000, pollMs = 2000, signal, ...wanted }: EmailWanted,
): Promise<EmailDetail> {
  return poll(clock, `an email to ${addressId}`, { timeoutMs, pollMs, signal }, async () => {
    const { items } = await list({ addressId, type: 'received', limit: 100 }, { signal }).page()
    const found = items.find((email) => fits(email, wanted))
    return found && get(found.id, { signal })
  })
}

/** The certain code of the newest matching email of the newest hundred that has one. Each email is read once. */
export async function waitForCode(
  clock: Clock,
  { list, get }: Emails,
  { addressId, timeoutMs = 60_000, pollMs = 2000, signal, ...wanted }: EmailWanted,
): Promise<CodeFound> {
  const without = new Set<string>()
  return poll(clock, `a code for ${addressId}`, { timeoutMs, pollMs, signal }, async () => {
    const { items } = await list({ addressId, type: 'received', limit: 100 }, { signal }).page()
    for (const { id } of items.filter((email) => !without.has(email.id) && fits(email, wanted))) {
      const email = await get(id, { signal })
      const code = email.codes?.find(({ isCertain }) => isCertain)?.value
      if (code !== undefined) return { code, email }
      without.add(id)
    }
    return undefined
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
