import { inTransaction, newId, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { departures, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { departureQueue, type DepartureJob } from './departure-queue.ts'

export interface NewDeparture {
  ownerId: string
  /** The sent email that it is; null for mail that nobody lists. */
  emailId: string | null
  mailFrom: string
  rcptTo: string
  content: Buffer
  /** What follows that, in the store; absent: nothing. `restSize` is how much it is. */
  restId?: string | null
  restSize?: number
  /** The domain that signs it when it leaves; absent: it leaves as it is. */
  signedBy?: string
  /** The received email that it is a forward of, and where to. */
  forwardedEmailId?: string
  forwardingAddressId?: string
}

/**
 * Queues a message; it leaves if and only if `tx` commits.
 *
 * @returns the id of the message
 */
export async function queueDeparture(
  tx: Db,
  { clock, work }: Pick<MailServices, 'clock' | 'work'>,
  { content, restId = null, restSize = 0, ...departure }: NewDeparture,
): Promise<string> {
  const queuedAt = new Date(clock.now())
  const messageId = newId()
  const id = newId()
  const size = content.length + restSize
  await tx.insert(messages).values({ id: messageId, content, restId, size, createdAt: queuedAt })
  await tx.insert(departures).values({ ...departure, id, messageId, queuedAt })
  await queueAttempt(tx, work, id)
  return messageId
}

/** @param at absent: now */
export async function queueAttempt(
  tx: Db,
  work: MailServices['work'],
  departureId: string,
  at?: Date,
): Promise<void> {
  const data: DepartureJob = { departureId, ...carryTrace() }
  const job = { data, ...(at && { startAfter: at }) }
  await work.insert(departureQueue.name, [job], { ...inTransaction(tx), returnId: false })
}
