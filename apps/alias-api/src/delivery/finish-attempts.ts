import { sql } from 'drizzle-orm'
import { executePrepared, type Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { accountOf } from '../accounts/owner.ts'
import { countReturned } from '../sending/count-returned.ts'
import { suspendDestination } from '../bounces/suspend-destination.ts'
import type { outboundMessages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { End, Outcome } from './describe-refusal.ts'
import { enqueueAttempts } from '../outbound/enqueue-outbound.ts'
import { recordForwardEnds, type ForwardEnd } from '../forwarding/email-forwards.ts'
import { recordRecipients, type RecipientEnd } from './record-recipients.ts'

type OutboundMessage = typeof outboundMessages.$inferSelect

/** An attempt to send a message. */
export interface Attempt<What extends Outcome = Outcome> {
  outbound: OutboundMessage
  outcome: What
  /** How often the message has been postponed since its last attempt. */
  postponed: number
  /** The trace of the job that made the attempt. */
  trace: CarriedTrace
}

type Retried = Exclude<Outcome, End>

const minuteMs = 60_000
const pausesMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs)
const givenUpAfterMs = 24 * 60 * minuteMs
const shortestPostponementMs = 5_000
const longestPostponementMs = 5 * minuteMs

/**
 * Records the outcomes of attempts, and schedules retries, in one transaction. Temporary failures are retried for a
 * day, the last time when the day is over. An attempt that another process made as well is recorded once. A message
 * that was postponed comes back after seconds, later each time.
 *
 * @returns the recorded outcomes: a temporary failure at the end of the day is recorded as failed
 */
export async function finishAttempts(services: MailServices, attempts: Attempt[]): Promise<Outcome[]> {
  const now = services.clock.now()
  const finished = attempts.map((attempt) => ({ ...attempt, outcome: giveUp(attempt, now) }))
  await services.db.transaction(async (tx) => {
    await defer(tx, services, finished.filter(isDeferred), now)
    await postpone(tx, services, finished.filter(isPostponed), now)
    await end(tx, services, finished.filter(isEnd))
  })
  return finished.map(({ outcome }) => outcome)
}

const isDeferred = (attempt: Attempt): attempt is Attempt<Retried> => attempt.outcome.status === 'deferred'
const isPostponed = (attempt: Attempt): attempt is Attempt<Retried> => attempt.outcome.status === 'postponed'
const isEnd = (attempt: Attempt): attempt is Attempt<End> => !isDeferred(attempt) && !isPostponed(attempt)
const lastAttemptAt = ({ queuedAt }: OutboundMessage): number => queuedAt.getTime() + givenUpAfterMs
const reasonOf = (outcome: Outcome): string | null => (outcome.status === 'sent' ? null : outcome.reason)

/** Besides the join: a plan that was made for a table of one row would compare each message of a backlog with each attempt. */
const idsOf = (attempts: Attempt[]) => sql.param(attempts.map(({ outbound }) => outbound.id))

function giveUp({ outbound, outcome }: Attempt, now: number): Outcome {
  if (outcome.status !== 'deferred' && outcome.status !== 'postponed') return outcome
  return now >= lastAttemptAt(outbound) ? { status: 'failed', reason: outcome.reason } : outcome
}

async function defer(
  tx: Db,
  { work }: MailServices,
  attempts: Attempt<Retried>[],
  now: number,
): Promise<void> {
  if (attempts.length === 0) return
  const ids = idsOf(attempts)
  const { rows } = await tx.execute<{ id: string }>(sql`
    update alias.outbound_messages outbound set attempts = made.attempts + 1, last_error = made.reason
    from unnest(${ids}::uuid[],
      ${sql.param(attempts.map(({ outbound }) => outbound.attempts))}::integer[],
      ${sql.param(attempts.map(({ outcome }) => outcome.reason))}::text[]) as made (id, attempts, reason)
    where outbound.id = any(${ids}::uuid[]) and outbound.id = made.id and outbound.attempts = made.attempts
    returning outbound.id
  `)
  const next = ownOf(attempts, rows).map(({ outbound, trace }) => {
    const pauseMs = pausesMs[Math.min(outbound.attempts, pausesMs.length - 1)]!
    return {
      outbound,
      at: new Date(Math.min(now + pauseMs, lastAttemptAt(outbound))),
      trace,
    }
  })
  await enqueueAttempts(tx, work, next)
}

async function postpone(
  tx: Db,
  { work }: MailServices,
  attempts: Attempt<Retried>[],
  now: number,
): Promise<void> {
  const next = attempts.map(({ outbound, postponed, trace }) => ({
    outbound,
    at: new Date(now + Math.min(longestPostponementMs, shortestPostponementMs * 2 ** postponed)),
    trace,
    options: { postponed: postponed + 1 },
  }))
  await enqueueAttempts(tx, work, next)
}

async function end(tx: Db, services: MailServices, attempts: Attempt<End>[]): Promise<void> {
  if (attempts.length === 0) return
  const ids = idsOf(attempts)
  const rows = await executePrepared<{ id: string }>(
    tx,
    sql`
      delete from alias.outbound_messages outbound
      using unnest(${ids}::uuid[],
        ${sql.param(attempts.map(({ outbound }) => outbound.attempts))}::integer[]) as made (id, attempts)
      where outbound.id = any(${ids}::uuid[]) and outbound.id = made.id and outbound.attempts = made.attempts
      returning outbound.id
    `,
  )
  const own = ownOf(attempts, rows)
  const unlisted = own.flatMap(({ outbound }) => (outbound.emailId === null ? outbound.messageId : []))
  await Promise.all([
    unlisted.length > 0 &&
      executePrepared(tx, sql`delete from alias.messages where id = any(${sql.param(unlisted)}::uuid[])`),
    recordEnds(
      tx,
      own.filter((attempt) => !isOfSeveral(attempt)),
      ({ emailId }) => emailId,
      sql`status = ended.status, status_reason = ended.reason`,
    ),
    recordRecipients(tx, own.filter(isOfSeveral).filter(isSent).map(toRecipientEnd)),
    recordForwardEnds(tx, own.filter(isOfSeveral).filter(isForward).map(toForwardEnd)),
    recordEnds(
      tx,
      own.filter((attempt) => !isOfSeveral(attempt)),
      ({ forwardedEmailId }) => forwardedEmailId,
      sql`forward_status = ended.status, forward_reason = ended.reason`,
    ),
  ])
  const bounced = own.filter(
    ({ outbound, outcome }) => outcome.status === 'bounced' && outbound.emailId !== null,
  )
  const senders = bounced.map(({ outbound }) => accountOf(outbound.ownerId).accountId)
  await countReturned(tx, services, 'bounces', senders)
  for (const { outbound, outcome } of own)
    if (outcome.status === 'bounced' && outcome.isOfMailbox && outbound.forwardingAddressId !== null)
      await suspendDestination(tx, services, outbound.forwardingAddressId, outcome.reason)
}

const isOfSeveral = ({ outbound }: Attempt): boolean => outbound.recipient !== null
const isSent = ({ outbound }: Attempt): boolean => outbound.emailId !== null
const isForward = ({ outbound }: Attempt): boolean => outbound.forwardedEmailId !== null

const toForwardEnd = ({ outbound, outcome }: Attempt<End>): ForwardEnd => ({
  emailId: outbound.forwardedEmailId!,
  number: outbound.recipient!,
  status: outcome.status,
  reason: reasonOf(outcome),
})

const toRecipientEnd = ({ outbound, outcome }: Attempt<End>): RecipientEnd => ({
  emailId: outbound.emailId!,
  recipient: outbound.recipient!,
  status: outcome.status,
  reason: reasonOf(outcome),
})

/** The attempts that this process has to record, each once. */
function ownOf<Made extends Attempt>(attempts: Made[], written: { id: string }[]): Made[] {
  const ids = new Set(written.map(({ id }) => id))
  return attempts.filter(({ outbound }) => ids.delete(outbound.id))
}

/** Records the final outcome of outbound messages on their emails. */
async function recordEnds(
  tx: Db,
  attempts: Attempt<End>[],
  emailOf: (outbound: OutboundMessage) => string | null,
  change: ReturnType<typeof sql>,
): Promise<void> {
  const ends = attempts.flatMap(({ outbound, outcome }) => {
    const id = emailOf(outbound)
    return id === null ? [] : [{ id, status: outcome.status, reason: reasonOf(outcome) }]
  })
  if (ends.length === 0) return
  const ids = sql.param(ends.map(({ id }) => id))
  await executePrepared(
    tx,
    sql`
      update alias.emails email set ${change}
      from unnest(${ids}::uuid[], ${sql.param(ends.map(({ status }) => status))}::text[],
        ${sql.param(ends.map(({ reason }) => reason))}::text[]) as ended (id, status, reason)
      where email.id = any(${ids}::uuid[]) and email.id = ended.id
    `,
  )
}
