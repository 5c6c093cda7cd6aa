import { insertTogether, newId, newRows, type Db, type NewRows } from '@waypost/postgres'
import { carryTrace, type CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs, type NewJob } from '@waypost/work-queues'
import { outboundMessages, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { OutboundDsn } from '../smtp/commands/read-dsn.ts'
import { outboundQueue, type OutboundJob } from './outbound-queue.ts'

interface NewCopy {
  mailFrom: string
  rcptTo: string
  recipient: number
}

export interface NewOutboundMessage {
  /** Absent: a new one. */
  messageId?: string
  ownerId: string
  /** The sent email; null for mail that no list shows. */
  emailId: string | null
  mailFrom: string
  rcptTo: string
  /** Further recipients, to whom the same message goes. */
  copies?: NewCopy[]
  content: Buffer
  /**
   * The blob with the rest of a large message; absent: none. `restSize` is its size.
   */
  restId?: string | null
  restSize?: number
  /** Of the whole body; absent: whoever signs the message computes it. */
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
 * @param beside further rows, which are inserted by the same statement
 */
export async function enqueueOutbound(
  tx: Db,
  { clock, work }: Pick<MailServices, 'clock' | 'work'>,
  leaving: NewOutboundMessage[],
  beside: NewRows[] = [],
): Promise<void> {
  if (leaving.length === 0) return
  const queuedAt = new Date(clock.now())
  const rows = leaving.map(
    ({
      messageId = newId(),
      content,
      copies = [],
      restId = null,
      restSize = 0,
      bodyHash = null,
      trace = carryTrace(),
      ...first
    }) => {
      const size = content.length + restSize
      return {
        message: { id: messageId, content, restId, size, bodyHash, createdAt: queuedAt },
        outbound: [{}, ...copies].map((copy) => ({ ...first, ...copy, id: newId(), messageId, queuedAt })),
        trace,
      }
    },
  )
  const jobs = rows.flatMap(({ outbound, trace }) => outbound.map((each) => toJob(each, trace)))
  await enqueueJobs(tx, work, outboundQueue.name, jobs)
  await insertTogether(tx, [
    newRows(
      messages,
      rows.map(({ message }) => message),
    ),
    newRows(
      outboundMessages,
      rows.flatMap(({ outbound }) => outbound),
    ),
    ...beside,
  ])
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
