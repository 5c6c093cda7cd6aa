import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import { publishEvents } from '@waypost/webhooks'
import { emails } from '../db/mail-tables.ts'
import { forwardingAddresses } from '../db/tables.ts'
import type { MailServices } from '../services.ts'
import { enqueueForwarded, type NewForward } from './enqueue-forwarded.ts'
import { lockEmails, summarizeForwards } from './email-forwards.ts'
import { findUndecided, type Email } from './find-forwards.ts'
import { keyState } from './key-state.ts'
import type { Decided, PreparedForward } from './prepare-forward.ts'
import { withheldReasons, type Withheld } from './withheld-reasons.ts'

/** The outcome of forwarding an email; every outcome but `forwarded` leaves it with the alias only. */
export type Forwarded = 'forwarded' | 'unwanted' | Withheld

/** The decision about an email that a rule matches: its forward, or the reason to withhold it. */
export interface DecidedForward
  extends Omit<NewForward, 'content' | 'bodyHash' | 'message' | 'email'>, Decided {
  email: Email
}

type RecordServices = Pick<MailServices, 'db' | 'clock' | 'work' | 'outbox'>

/**
 * Records the decision about each email, unless another process has, and enqueues the forwards. A decision by a key that
 * the destination has no more, or by there being none, is not recorded, nor one by a suspension that has ended.
 */
export async function recordForwards(
  services: RecordServices,
  decided: DecidedForward[],
): Promise<(Forwarded | 'outdated')[]> {
  const at = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    await lockDestinations(tx, decided)
    const recorded = new Set([
      ...(await recordSingle(
        tx,
        decided.filter(({ number }) => number === undefined),
        at,
      )),
      ...(await recordOfSeveral(
        tx,
        decided.filter(({ number }) => number !== undefined),
        at,
      )),
    ])
    const outdated = await findOutdated(
      tx,
      decided.filter((each) => !recorded.has(placeOf(each))),
    )
    // An email that is in the batch twice is forwarded once.
    const isOwn = decided.map((each) => recorded.delete(placeOf(each)))
    const leaving = decided.flatMap(({ decision, ...forward }, index) =>
      isOwn[index] && typeof decision !== 'string' ? [{ ...forward, ...decision }] : [],
    )
    await enqueueForwarded(tx, services, leaving)
    const withheld = decided.flatMap(({ decision, email, to, trace }, index) =>
      isOwn[index] && typeof decision === 'string'
        ? [{ email, to, trace, reason: withheldReasons[decision] }]
        : [],
    )
    if (withheld.length > 0) announceWithheld(tx, services, withheld, at)
    return decided.map((each, index) => {
      const { decision } = each
      if (!isOwn[index]) return outdated.has(placeOf(each)) ? 'outdated' : 'unwanted'
      return typeof decision === 'string' ? decision : 'forwarded'
    })
  })
}

/** The email, and which of its forwards. */
const placeOf = ({ email, number }: Pick<DecidedForward, 'email' | 'number'>): string =>
  `${email.id} ${number ?? ''}`

/** The columns of decisions in a statement, as `decided`, with the destination of each. */
function decisions(decided: DecidedForward[]): SQL {
  const column = (of: (forward: DecidedForward) => string | number | null) => sql.param(decided.map(of))
  return sql`
    unnest(${column(({ email }) => email.id)}::uuid[], ${column(({ number }) => number ?? null)}::integer[],
      ${column(({ decision }) => (typeof decision === 'string' ? 'withheld' : 'queued'))}::text[],
      ${column(({ decision }) => (typeof decision === 'string' ? withheldReasons[decision] : null))}::text[],
      ${column(({ to }) => to)}::text[], ${column(({ decision }) => removedOf(decision))}::jsonb[],
      ${column(({ forwardingAddressId }) => forwardingAddressId)}::uuid[],
      ${column((forward) => forward.keyState)}::bigint[])
      as decided (id, number, status, reason, forward_to, removed, forwarding_address_id, key_state)
      left join alias.forwarding_addresses destination on destination.id = decided.forwarding_address_id`
}

/** Whether a decision was made by what its destination is now: by the key that it has, and its suspension. */
const isCurrent = sql`(
  (decided.status = 'withheld' and key_state is null) or key_state is not distinct from ${keyState}
) and (decided.reason is distinct from ${withheldReasons.suspended} or destination.verified_at is null)`

/** @returns the places that were recorded */
async function recordSingle(tx: Db, decided: DecidedForward[], at: Date): Promise<string[]> {
  if (decided.length === 0) return []
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
      update alias.emails email set forwarded_at = ${at}::timestamptz, forward_status = decided.status,
        forward_reason = decided.reason, forward_to = decided.forward_to,
        forward_removed = decided.removed
      from ${decisions(decided)}
      where email.id = decided.id and forwarded_at is null and ${isCurrent}
      returning email.id
    `,
  )
  return rows.map(({ id }) => `${id} `)
}

/** Of emails that go to several mailboxes. */
async function recordOfSeveral(tx: Db, decided: DecidedForward[], at: Date): Promise<string[]> {
  if (decided.length === 0) return []
  await lockEmails(
    tx,
    decided.map(({ email }) => email.id),
  )
  const rows = await executePrepared<{ id: string; number: number }>(
    tx,
    sql`
      update alias.email_forwards forward set status = decided.status, reason = decided.reason, removed = decided.removed
      from ${decisions(decided)}
      where forward.email_id = decided.id and forward.number = decided.number
        and forward.forwarding_address_id = decided.forwarding_address_id and forward.status is null and ${isCurrent}
      returning forward.email_id as id, forward.number
    `,
  )
  await summarizeForwards(
    tx,
    rows.map(({ id }) => id),
    at,
  )
  return rows.map(({ id, number }) => `${id} ${number}`)
}

/**
 * Keeps keys and suspensions as they are until what was decided by them is recorded: a new key, and a confirmation, release
 * what was withheld before, and do not see what is being recorded. Where no destination has either, nothing is read.
 */
async function lockDestinations(tx: Db, decided: DecidedForward[]): Promise<void> {
  const changing = decided.filter(
    ({ keyState: state, decision }) => state !== null || decision === 'suspended',
  )
  if (changing.length === 0) return
  const ids = changing.map(({ forwardingAddressId }) => forwardingAddressId)
  await tx
    .select({ id: forwardingAddresses.id })
    .from(forwardingAddresses)
    .where(inArray(forwardingAddresses.id, ids))
    .orderBy(forwardingAddresses.id)
    .for('share')
}

/** The places that are still to be decided, of those that were not recorded: by another key, or by no suspension. */
async function findOutdated(tx: Db, decided: DecidedForward[]): Promise<Set<string>> {
  if (decided.length === 0) return new Set()
  const { id, forwardedAt } = emails
  const ids = decided.flatMap(({ email, number }) => (number === undefined ? [email.id] : []))
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({ id })
          .from(emails)
          .where(and(inArray(id, ids), isNull(forwardedAt)))
  const choices = decided.flatMap(({ email, number }) =>
    number === undefined ? [] : [{ emailId: email.id, number }],
  )
  return new Set([...rows.map((row) => `${row.id} `), ...(await findUndecided(tx, choices))])
}

const removedOf = (decision: PreparedForward | Withheld): string | null =>
  typeof decision !== 'string' && decision.removed ? JSON.stringify(decision.removed) : null

function announceWithheld(
  tx: Db,
  { outbox }: Pick<MailServices, 'outbox'>,
  withheld: (Pick<DecidedForward, 'email' | 'to' | 'trace'> & { reason: string })[],
  at: Date,
): void {
  publishEvents(
    tx,
    outbox,
    'email.withheld',
    withheld.map(({ email: { id, ownerId, addressId, fromAddress, subject }, to, trace, reason }) => {
      const from = { from: fromAddress, subject }
      const data = { emailId: id, addressId, ...from, forwardTo: to, reason, withheldAt: at.toISOString() }
      return { ownerId, data, ...trace }
    }),
  )
}
