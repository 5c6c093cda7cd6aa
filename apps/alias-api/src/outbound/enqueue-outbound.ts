import { insertRows, inTransaction, newId, type Db } from '@waypost/postgres'
import { carryTrace, type CarriedTrace } from '@waypost/telemetry'
import { enqueueJobs } from '@waypost/work-queues'
import { outboundMessages, messages } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import { outboundQueue, type OutboundJob } from './outbound-queue.ts'

export interface NewOutboundMessage {
  ownerId: string
  /** The sent email that it is; null for mail that nobody lists. */
  emailId: string | null
  mailFrom: string
  rcptTo: string
  content: Buffer
  /** What follows that, in the store; absent: nothing. `restSize` is how much it is, `bodyHash` of the body in all. */
  restId?: string | null
  restSize?: number
  bodyHash?: string | null
  /** The domain that signs it when it leaves; absent: it leaves as it is. */
  signedBy?: string
  /** The received email that it is a forward of, and where to. */
  forwardedEmailId?: string
  forwardingAddressId?: string
  /** Of whoever queues it, where that is not the caller. */
  trace?: CarriedTrace
}

/**
 * Queues messages; they leave if and only if `tx` commits.
 *
 * @returns the ids of the messages
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
  const jobs = rows.map(({ outbound, trace }): OutboundJob => ({ outboundId: outbound.id, ...trace }))
  await enqueueJobs(tx, work, outboundQueue.name, jobs)
  return rows.map(({ message }) => message.id)
}

/** Queues another attempt of each outbound message. */
export async function enqueueAttempts(
  tx: Db,
  work: MailServices['work'],
  attempts: { outboundId: string; at: Date; trace: CarriedTrace }[],
): Promise<void> {
  const jobs = attempts.map(({ outboundId, at, trace }) => {
    const data: OutboundJob = { outboundId, ...trace }
    return { data, startAfter: at }
  })
  if (jobs.length > 0) await work.insert(outboundQueue.name, jobs, { ...inTransaction(tx), returnId: false })
}
