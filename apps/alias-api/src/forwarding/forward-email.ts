import { and, eq, isNull, sql } from 'drizzle-orm'
import { carryTrace } from '@waypost/telemetry'
import { createBatcher } from '@waypost/concurrency'
import { StorageError } from '@waypost/storage'
import { uncheckable, type AuthenticityChecker } from '../authenticity/authenticity.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { emails } from '../db/mail-tables.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { findForwards, type Email, type Found } from './find-forwards.ts'
import { isWanted } from './is-wanted.ts'
import { prepareForward, withheldState, type Withheld } from './prepare-forward.ts'
import { queueForwarded, type NewForward } from './queue-forwarded.ts'

/** What came of a wish to forward; all but the first leave the email where it is. */
export type Forwarded = 'forwarded' | 'unwanted' | Withheld

const givenUpAfterMs = 86_400_000

/** What forwarding needs. */
export type ForwardServices = MailServices & {
  dns: DnsOptions
  checker: Pick<AuthenticityChecker, 'check'>
  signer: Signer
}

const dnsMs = 8000

// Of usual ones; each takes a quarter of a MiB at most.
const together = { concurrency: 1, maxItems: 40 }

/**
 * Forwards received emails, each once, where its alias's rule still wants it. What is found and queued at about the same
 * time is so together.
 *
 * @returns forwards one, by its id; throws where DNS does not say, so that it is tried again later
 */
export function createForwarder(services: ForwardServices): (emailId: string) => Promise<Forwarded> {
  const { db, clock } = services
  const find = createBatcher((ids: string[]) => findForwards(db, ids), together)
  const queue = createBatcher((forwards: NewForward[]) => queueTogether(services, forwards), together)
  const findChecked = async (emailId: string): Promise<Found | undefined> => {
    const found = await find(emailId)
    if (!found || (found.email.authentication && found.email.authentication.verdict !== 'unknown'))
      return found
    await checkAgain(services, found)
    // It may have taken long, and the rule be another one.
    return find(emailId)
  }
  return async (emailId) => {
    const found = await findChecked(emailId)
    if (!found) return 'unwanted'
    const { email, message, destination } = found
    const isUnknown = email.authentication?.verdict === 'unknown'
    if (!destination || email.forwardedAt !== null || !isWanted(email, destination)) {
      if (isUnknown) throw new UnknownSenderError(emailId)
      return 'unwanted'
    }
    const { to, forwardingAddressId, isHosted } = destination
    if (isUnknown) {
      if (clock.now() < email.receivedAt.getTime() + givenUpAfterMs) throw new UnknownSenderError(emailId)
      return withhold(services, { email, to }, 'unknown')
    }
    const prepared = await prepareForward(services, { email, message, isHosted })
    if (typeof prepared === 'string') return withhold(services, { email, to }, prepared)
    return queue({ email, message, to, forwardingAddressId, content: prepared, trace: carryTrace() })
  }
}

class UnknownSenderError extends Error {
  constructor(emailId: string) {
    super(`DNS does not say who sent ${emailId}`)
  }
}

/** Queues those that nobody else has queued. */
async function queueTogether(services: ForwardServices, forwards: NewForward[]): Promise<Forwarded[]> {
  const at = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update alias.emails email set forwarded_at = ${at}, forward_status = 'queued', forward_to = wanted.forward_to
      from unnest(${sql.param(forwards.map(({ email }) => email.id))}::uuid[],
        ${sql.param(forwards.map(({ to }) => to))}::text[]) as wanted (id, forward_to)
      where email.id = wanted.id and forwarded_at is null returning email.id
    `)
    const marked = new Set(rows.map(({ id }) => id))
    // One that is asked for twice is there once.
    const isOwn = forwards.map(({ email }) => marked.delete(email.id))
    await queueForwarded(
      tx,
      services,
      forwards.filter((_, index) => isOwn[index]),
    )
    return isOwn.map((is) => (is ? 'forwarded' : 'unwanted'))
  })
}

/** Says with the email why it stays where it is. */
async function withhold(
  { db, clock }: ForwardServices,
  { email, to }: { email: Email; to: string },
  why: Withheld,
): Promise<Forwarded> {
  const { rowCount } = await db
    .update(emails)
    .set(withheldState(why, to, new Date(clock.now())))
    .where(and(eq(emails.id, email.id), isNull(emails.forwardedAt)))
  return rowCount === 1 ? why : 'unwanted'
}

/** Asks DNS again, where nobody knew when it was listed whether it is from whom it says. */
async function checkAgain({ db, checker, storage }: ForwardServices, { message }: Found): Promise<void> {
  const authentication = await checker.check(toReceived(message, storage), dnsMs).catch((error: unknown) => {
    if (error instanceof StorageError) throw error
    return uncheckable
  })
  await db.update(emails).set({ authentication }).where(eq(emails.messageId, message.id))
}
