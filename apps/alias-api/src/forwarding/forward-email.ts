import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { createBatcher } from '@waypost/concurrency'
import { StorageError } from '@waypost/storage'
import { publishEvents } from '@waypost/webhooks'
import type { WriteLinks } from '../alias-links/write-links.ts'
import { uncheckable, type AuthenticityChecker } from '../authenticity/authenticity.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { ensureContacts, type WantedContact } from '../contacts/ensure-contacts.ts'
import { emails } from '../db/mail-tables.ts'
import { forwardingAddresses } from '../db/tables.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { MessageRewriter } from '../rewriting/message-rewriter.ts'
import type { Signer } from '../signing/create-signer.ts'
import { findForwards, type Email, type Found } from './find-forwards.ts'
import { isWanted } from './is-wanted.ts'
import { keyState } from './key-state.ts'
import { prepareForward, type Decided, type PreparedForward } from './prepare-forward.ts'
import { enqueueForwarded, type NewForward } from './enqueue-forwarded.ts'
import { withheldReasons, type Withheld } from './withheld-reasons.ts'

/** The outcome of forwarding an email; every outcome but `forwarded` leaves it with the alias only. */
export type Forwarded = 'forwarded' | 'unwanted' | Withheld

const givenUpAfterMs = 86_400_000

/** The services that forwarding needs. */
export type ForwardServices = MailServices & {
  dns: DnsOptions
  checker: Pick<AuthenticityChecker, 'check'>
  signer: Signer
  rewriter: Pick<MessageRewriter, 'rewrite'>
  /** Absent: no forward has links. */
  writeLinks?: WriteLinks | undefined
}

const dnsMs = 8000

// The largest batch of ordinary messages; each takes a quarter of a MiB at most.
const batch = { concurrency: 1, maxItems: 40 }
// Messages become ready one after the other, as each is sealed, so writing waits a moment to fill a batch.
const decidedBatch = { ...batch, waitMs: 25 }

/** The decision about an email that a rule matches: its forward, or the reason to withhold it. */
interface DecidedForward extends Omit<NewForward, 'content' | 'message' | 'email'>, Decided {
  email: Email
}

/**
 * Forwards received emails, each once, if the alias's rule still matches. Emails that are read and decided at about
 * the same time are read and written in one batch.
 *
 * @returns forwards one email, by its id; throws where DNS does not answer or the key of the destination changes in the
 * meantime, so that it is retried later
 */
export function createForwarder(services: ForwardServices): (emailId: string) => Promise<Forwarded> {
  const { db, clock } = services
  const find = createBatcher((ids: string[]) => findForwards(db, ids), batch)
  const findReverse = createBatcher(
    (wanted: WantedContact[]) => ensureContacts(db, wanted, clock.now()),
    batch,
  )
  const record = createBatcher((decided: DecidedForward[]) => recordForwards(services, decided), decidedBatch)
  const findChecked = async (emailId: string): Promise<Found | undefined> => {
    const found = await find(emailId)
    if (!found || (found.email.authentication && found.email.authentication.verdict !== 'unknown'))
      return found
    await checkAgain(services, found)
    // DNS may have taken long, and the rule may have changed.
    return find(emailId)
  }
  return async (emailId) => {
    const found = await findChecked(emailId)
    if (!found) return 'unwanted'
    const { email, message, destination } = found
    const isUnknown = email.authentication?.verdict === 'unknown'
    const isOver = clock.now() >= email.receivedAt.getTime() + givenUpAfterMs
    const isDue = destination && email.forwardedAt === null && isWanted(email, destination)
    if (isUnknown && !(isDue && isOver)) throw new UnknownSenderError(emailId)
    if (!isDue) return 'unwanted'
    const { to, forwardingAddressId, hasAliasLinks } = destination
    const about = { addressId: email.addressId, forwardingAddressId }
    const links = hasAliasLinks ? services.writeLinks?.(about) : undefined
    const decided: Decided = isUnknown
      ? { decision: 'unknown', keyState: null }
      : await prepareForward({ ...services, findReverse }, { email, message, destination, links })
    const outcome = await record({ email, to, forwardingAddressId, ...decided, trace: carryTrace() })
    if (outcome === 'outdated') throw new KeyChangedError(emailId)
    return outcome
  }
}

class UnknownSenderError extends Error {
  constructor(emailId: string) {
    super(`DNS did not answer, so the author of ${emailId} is not authenticated`)
  }
}

class KeyChangedError extends Error {
  constructor(emailId: string) {
    super(`the PGP key of the destination changed while ${emailId} was prepared`)
  }
}

/**
 * Records the decision about each email, unless another process has, and enqueues the forwards. A decision by a key that
 * the destination has no more, or by there being none, is not recorded.
 */
async function recordForwards(
  services: ForwardServices,
  decided: DecidedForward[],
): Promise<(Forwarded | 'outdated')[]> {
  const at = new Date(services.clock.now())
  const column = (of: (forward: DecidedForward) => string | null) => sql.param(decided.map(of))
  return services.db.transaction(async (tx) => {
    await lockKeys(tx, decided)
    const rows = await executePrepared<{ id: string }>(
      tx,
      sql`
        update alias.emails email set forwarded_at = ${at}::timestamptz, forward_status = decided.status,
          forward_reason = decided.reason, forward_to = decided.forward_to,
          forward_removed = decided.removed
        from unnest(${column(({ email }) => email.id)}::uuid[],
          ${column(({ decision }) => (typeof decision === 'string' ? 'withheld' : 'queued'))}::text[],
          ${column(({ decision }) => (typeof decision === 'string' ? withheldReasons[decision] : null))}::text[],
          ${column(({ to }) => to)}::text[], ${column(({ decision }) => removedOf(decision))}::jsonb[],
          ${column(({ forwardingAddressId }) => forwardingAddressId)}::uuid[],
          ${column((forward) => forward.keyState)}::bigint[])
          as decided (id, status, reason, forward_to, removed, forwarding_address_id, key_state)
          left join alias.forwarding_addresses destination on destination.id = decided.forwarding_address_id
        where email.id = decided.id and forwarded_at is null
          and ((decided.status = 'withheld' and key_state is null) or key_state is not distinct from ${keyState})
        returning email.id
      `,
    )
    const recorded = new Set(rows.map(({ id }) => id))
    const outdated = await findUndecided(
      tx,
      decided.map(({ email }) => email.id).filter((id) => !recorded.has(id)),
    )
    // An email that is in the batch twice is forwarded once.
    const isOwn = decided.map(({ email }) => recorded.delete(email.id))
    const leaving = decided.flatMap(({ decision, ...forward }, index) =>
      isOwn[index] && typeof decision !== 'string' ? [{ ...forward, ...decision }] : [],
    )
    await enqueueForwarded(tx, services, leaving)
    const withheld = decided.flatMap(({ decision, email, trace }, index) =>
      isOwn[index] && typeof decision === 'string'
        ? [{ email, trace, reason: withheldReasons[decision] }]
        : [],
    )
    if (withheld.length > 0) await announceWithheld(tx, services, withheld, at)
    return decided.map(({ decision, email }, index) => {
      if (!isOwn[index]) return outdated.has(email.id) ? 'outdated' : 'unwanted'
      return typeof decision === 'string' ? decision : 'forwarded'
    })
  })
}

/**
 * Keeps keys as they are until what was decided by them is recorded: a new key releases what the one before has withheld,
 * and does not see what is being recorded. Where no destination has a key, nothing is read.
 */
async function lockKeys(tx: Db, decided: DecidedForward[]): Promise<void> {
  const sealed = decided.filter((forward) => forward.keyState !== null)
  if (sealed.length === 0) return
  const ids = sealed.map(({ forwardingAddressId }) => forwardingAddressId)
  await tx
    .select({ id: forwardingAddresses.id })
    .from(forwardingAddresses)
    .where(inArray(forwardingAddresses.id, ids))
    .orderBy(forwardingAddresses.id)
    .for('share')
}

async function findUndecided(tx: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { id, forwardedAt } = emails
  const rows = await tx
    .select({ id })
    .from(emails)
    .where(and(inArray(id, ids), isNull(forwardedAt)))
  return new Set(rows.map((row) => row.id))
}

const removedOf = (decision: PreparedForward | Withheld): string | null =>
  typeof decision !== 'string' && decision.removed ? JSON.stringify(decision.removed) : null

function announceWithheld(
  tx: Db,
  { outbox }: Pick<MailServices, 'outbox'>,
  withheld: (Pick<DecidedForward, 'email' | 'trace'> & { reason: string })[],
  at: Date,
): Promise<unknown> {
  return publishEvents(
    tx,
    outbox,
    'email.withheld',
    withheld.map(({ email: { id, ownerId, addressId, fromAddress, subject }, trace, reason }) => {
      const from = { from: fromAddress, subject }
      const data = { emailId: id, addressId, ...from, reason, withheldAt: at.toISOString() }
      return { ownerId, data, ...trace }
    }),
  )
}

/** Asks DNS again for an email whose author could not be authenticated when it was listed. */
async function checkAgain({ db, checker, storage }: ForwardServices, { message }: Found): Promise<void> {
  const authentication = await checker.check(toReceived(message, storage), dnsMs).catch((error: unknown) => {
    if (error instanceof StorageError) throw error
    return uncheckable
  })
  await db.update(emails).set({ authentication }).where(eq(emails.messageId, message.id))
}
