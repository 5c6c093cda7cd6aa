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

// Seconds that the service waits at most.
const longestWait = 30

/** The newest matching email of the newest hundred. */
export async function waitForEmail(
  clock: Clock,
  emails: Emails,
  { addressId, timeoutMs = 60_000, pollMs = 2000, signal, ...wanted }: EmailWanted,
): Promise<EmailDetail> {
  const list = createLook(clock, emails, { addressId, timeoutMs, signal, ...wanted })
  const options = { timeoutMs, pollMs, signal, findWaits: true }
  return poll(clock, `an email to ${addressId}`, options, async () => {
    const found = (await list()).find((email) => fits(email, wanted))
    return found && emails.get(found.id, { signal })
  })
}

/** The certain code of the newest matching email of the newest hundred that has one. Each email is read once. */
export async function waitForCode(
  clock: Clock,
  emails: Emails,
  { addressId, timeoutMs = 60_000, pollMs = 2000, signal, ...wanted }: EmailWanted,
): Promise<CodeFound> {
  const list = createLook(clock, emails, { addressId, timeoutMs, signal, ...wanted })
  const without = new Set<string>()
  const options = { timeoutMs, pollMs, signal, findWaits: true }
  return poll(clock, `a code for ${addressId}`, options, async () => {
    for (const { id } of (await list()).filter((email) => !without.has(email.id) && fits(email, wanted))) {
      const email = await emails.get(id, { signal })
      const code = email.codes?.find(({ isCertain }) => isCertain)?.value
      if (code !== undefined) return { code, email }
      without.add(id)
    }
    return undefined
  })
}

/**
 * Lists the emails of an alias that match, for which the service waits while there are none. Where it cannot, as when ten
 * requests of the account wait already, it is asked for those that are there.
 */
function createLook(
  clock: Clock,
  { list }: Pick<Emails, 'list'>,
  { addressId, from, subject, since, timeoutMs, signal }: EmailWanted & { timeoutMs: number },
): () => Promise<Email[]> {
  const end = clock.now() + timeoutMs
  const query = {
    addressId,
    type: 'received' as const,
    limit: 100,
    from: from || undefined,
    subject: subject || undefined,
    since: since === undefined ? undefined : new Date(since),
  }
  return async () => {
    const wait = Math.min(longestWait, Math.floor((end - clock.now()) / 1000))
    const once = () => list(query, { signal }).page()
    const page = list({ ...query, wait }, { signal, maxRetries: 0 }).page
    const { items } = await (wait < 1 ? once() : page().catch(once))
    return items
  }
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
