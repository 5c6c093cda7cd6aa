import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { suspendDestination } from '../bounces/suspend-destination.ts'
import { departures, emails, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { End, Outcome } from './describe-refusal.ts'
import { queueAttempt } from './queue-departure.ts'

type Departure = typeof departures.$inferSelect

const minuteMs = 60_000
const pausesMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs)
const givenUpAfterMs = 24 * 60 * minuteMs

/**
 * Writes down what came of an attempt, and when the next one is. What is temporary is tried for a day, the last time
 * when the day is over.
 *
 * @returns what is written down: a refusal that was temporary once too often is a failure
 */
export async function settleAttempt(
  services: MailServices,
  departure: Departure,
  outcome: Outcome,
): Promise<Outcome> {
  const { db, clock, work } = services
  const now = clock.now()
  const lastAttemptAt = departure.queuedAt.getTime() + givenUpAfterMs
  const isGivenUp = outcome.status === 'deferred' && now >= lastAttemptAt
  const settled: Outcome = isGivenUp ? { status: 'failed', reason: outcome.reason } : outcome
  await db.transaction(async (tx) => {
    // Somebody else made the same attempt and has written it down.
    if (!(await isUnsettled(tx, departure))) return
    if (settled.status !== 'deferred') return end(tx, services, departure, settled)
    const pauseMs = pausesMs[Math.min(departure.attempts, pausesMs.length - 1)]!
    await tx
      .update(departures)
      .set({ attempts: departure.attempts + 1, lastError: settled.reason })
      .where(eq(departures.id, departure.id))
    await queueAttempt(tx, work, departure.id, new Date(Math.min(now + pauseMs, lastAttemptAt)))
  })
  return settled
}

/**
 * The same for attempts that went well, of which there are many: all at once.
 *
 * @returns nothing for each; somebody else may have written it down
 */
export async function settleSent({ db }: Pick<MailServices, 'db'>, sent: Departure[]): Promise<void[]> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from alias.departures departure
      using unnest(${sql.param(sent.map(({ id }) => id))}::uuid[],
        ${sql.param(sent.map(({ attempts }) => attempts))}::integer[]) as made (id, attempts)
      where departure.id = made.id and departure.attempts = made.attempts returning departure.id
    `)
    const ended = new Set(rows.map(({ id }) => id))
    const own = sent.filter(({ id }) => ended.has(id))
    const unlisted = own.filter(({ emailId }) => emailId === null).map(({ messageId }) => messageId)
    const listed = own.flatMap(({ emailId }) => emailId ?? [])
    const forwarded = own.flatMap(({ forwardedEmailId }) => forwardedEmailId ?? [])
    await Promise.all([
      unlisted.length > 0 && tx.delete(messages).where(inArray(messages.id, unlisted)),
      listed.length > 0 &&
        tx.update(emails).set({ status: 'sent', statusReason: null }).where(inArray(emails.id, listed)),
      forwarded.length > 0 &&
        tx
          .update(emails)
          .set({ forwardStatus: 'sent', forwardReason: null })
          .where(inArray(emails.id, forwarded)),
    ])
  })
  return sent.map(() => {})
}

async function isUnsettled(tx: Db, { id, attempts }: Departure): Promise<boolean> {
  const [row] = await tx
    .select({ id: departures.id })
    .from(departures)
    .where(and(eq(departures.id, id), eq(departures.attempts, attempts)))
    .for('update')
  return row !== undefined
}

async function end(
  tx: Db,
  services: MailServices,
  { id, emailId, messageId, forwardedEmailId, forwardingAddressId }: Departure,
  outcome: End,
): Promise<void> {
  await tx.delete(departures).where(eq(departures.id, id))
  const { status } = outcome
  const reason = outcome.status === 'sent' ? null : outcome.reason
  if (emailId === null) await tx.delete(messages).where(eq(messages.id, messageId))
  else await tx.update(emails).set({ status, statusReason: reason }).where(eq(emails.id, emailId))
  if (forwardedEmailId === null) return
  await tx
    .update(emails)
    .set({ forwardStatus: status, forwardReason: reason })
    .where(eq(emails.id, forwardedEmailId))
  if (outcome.status === 'bounced' && outcome.isOfMailbox && forwardingAddressId !== null)
    await suspendDestination(tx, services, forwardingAddressId, outcome.reason)
}
