import { insertRows, newId, type Db } from '@waypost/postgres'
import { carryTrace, type CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import { outboundMessages, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { OutboundDsn } from '../smtp/commands/read-dsn.ts'
import { outboundQueue, type OutboundJob } from './outbound-queue.ts'

export interface NewOutboundMessage {
  ownerId: string
  /** The sent email; null for mail that no list shows. */
  emailId: string | null
  mailFrom: string
  rcptTo: string
  content: Buffer
  /**
   * The blob with the rest of a large message; absent: none. `restSize` is its size, `bodyHash` covers the whole
   * body.
   */
  restId?: string | null
  restSize?: number
  bodyHash?: string | null
  /** The domain whose key signs the message when it is sent; absent: it is sent as it is. */
  signedBy?: string
  /** For a forward: the received email, and the forwarding address. */
  forwardedEmailId?: string
  forwardingAddressId?: string
  /** Which of several recipients of the sent email it goes to, or which of several forwards it is. */
  recipient?: number | null
  /** What the next server is told of delivery status notifications, if it knows of them. */
  dsn?: OutboundDsn | undefined
  /** The trace to continue; by default the caller's. */
  trace?: CarriedTrace
}

/**
 * Queues messages, which are sent if and only if `tx` commits.
 *
 * @returns the ids of the outbound messages
 */
export async function enqueueOutbound(
  tx: Db,
  { clock, work }: Pick<MailServices, 'clock' | 'work'>,
  leaving: NewOutboundMessage[],
): Promise<string[]> {
  if (leaving.length === 0) return []
  const queuedAt = new Date(clock.now())
  const rows = leaving.map(
    ({ content, restId = null, restSize = 0, bodyHash = null, trace = carryTrace(), ...outbound }) => {
      const messageId = newId()
      const size = content.length + restSize
      return {
        message: { id: messageId, content, restId, size, bodyHash, createdAt: queuedAt },
        outbound: { ...outbound, id: newId(), messageId, queuedAt },
        trace,
      }
    },
  )
  await insertRows(
    tx,
    messages,
    rows.map(({ message }) => message),
  )
  await insertRows(
    tx,
    outboundMessages,
    rows.map(({ outbound }) => outbound),
  )
  const jobs = rows.map(({ outbound, trace }) => toJob(outbound, trace))
  await enqueueJobs(tx, work, outboundQueue.name, jobs)
  return rows.map(({ message }) => message.id)
}

/** A recipient of a message of which another one's copy is queued already. */
export type NewCopy = Pick<NewOutboundMessage, 'mailFrom' | 'rcptTo'> & { recipient: number }

/** Queues copies of a message for further recipients. The message is stored once. */
export async function enqueueCopies(
  tx: Db,
  { clock, work }: Pick<MailServices, 'clock' | 'work'>,
  message: { messageId: string } & Pick<NewOutboundMessage, 'ownerId' | 'emailId' | 'signedBy'>,
  copies: NewCopy[],
): Promise<void> {
  if (copies.length === 0) return
  const queuedAt = new Date(clock.now())
  const rows = copies.map((copy) => ({ ...message, ...copy, id: newId(), queuedAt }))
  await insertRows(tx, outboundMessages, rows)
  const trace = carryTrace()
  await enqueueJobs(
    tx,
    work,
    outboundQueue.name,
    rows.map((row) => toJob(row, trace)),
  )
}

/** Queues another attempt for each outbound message. */
export async function enqueueAttempts(
  tx: Db,
  work: MailServices['work'],
  attempts: {
    outbound: OwnedOutbound
    at: Date
    trace: CarriedTrace
    options?: Pick<OutboundJob, 'postponed' | 'attempt'>
  }[],
): Promise<void> {
  const jobs = attempts.map(({ outbound, at, trace, options }) => {
    const { ownerId, data } = toJob(outbound, trace)
    return { ownerId, data: { ...data, ...options }, startAfter: at }
  })
  await enqueueJobs(tx, work, outboundQueue.name, jobs)
}

type OwnedOutbound = Pick<typeof outboundMessages.$inferSelect, 'id' | 'ownerId'>

const toJob = ({ id, ownerId }: OwnedOutbound, trace: CarriedTrace): NewJob<OutboundJob> => ({
  ownerId,
  data: { outboundId: id, ...trace },
})
