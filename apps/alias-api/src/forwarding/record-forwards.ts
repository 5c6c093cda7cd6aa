import { and, inArray, isNull, sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import { publishEvents } from '@waypost/webhooks'
import { emails } from '../db/mail-tables.ts'
import { forwardingAddresses } from '../db/tables.ts'
import type { MailServices } from '../services.ts'
import { enqueueForwarded, type NewForward } from './enqueue-forwarded.ts'
import type { Email } from './find-forwards.ts'
import { keyState } from './key-state.ts'
import type { Decided, PreparedForward } from './prepare-forward.ts'
import { withheldReasons, type Withheld } from './withheld-reasons.ts'

/** The outcome of forwarding an email; every outcome but `forwarded` leaves it with the alias only. */
export type Forwarded = 'forwarded' | 'unwanted' | Withheld

/** The decision about an email that a rule matches: its forward, or the reason to withhold it. */
export interface DecidedForward extends Omit<NewForward, 'content' | 'message' | 'email'>, Decided {
  email: Email
}

type RecordServices = Pick<MailServices, 'db' | 'clock' | 'work' | 'outbox'>

/**
 * Records the decision about each email, unless another process has, and enqueues the forwards. A decision by a key that
 * the destination has no more, or by there being none, is not recorded.
 */
export async function recordForwards(
  services: RecordServices,
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
