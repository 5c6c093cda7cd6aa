import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { createReturnPaths } from '../bounces/return-path.ts'
import { domainOf } from '../outbound/mail-address.ts'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import type { MailServices } from '../services.ts'
import { toOutboundDsn } from '../smtp/commands/read-dsn.ts'
import type { Email, Message } from './find-forwards.ts'

export interface NewForward {
  email: Pick<Email, 'id' | 'ownerId' | 'toAddress' | 'returnDomain'>
  message: Message
  to: string
  forwardingAddressId: string
  /** Which of several forwards of the email it is. */
  number?: number | undefined
  /** The message to send; of a large one, its beginning. */
  content: Buffer
  /** Of its whole body; null: it is to be computed. */
  bodyHash: string | null
  trace: CarriedTrace
}

/** Enqueues forwards, each with its own return path. */
export async function enqueueForwarded(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'work'>,
  forwards: NewForward[],
): Promise<void> {
  const createdAt = new Date(services.clock.now())
  // A message with a null sender, such as a bounce, is forwarded with a null sender: two servers could otherwise send
  // each other bounces forever.
  const returnable = forwards.filter(({ message }) => message.mailFrom !== '')
  const { paths, rows } = createReturnPaths(
    returnable.map(({ email, forwardingAddressId, number }) => ({
      domain: email.returnDomain,
      emailId: email.id,
      forwardingAddressId,
      accountId: null,
      recipient: number ?? null,
      createdAt,
    })),
  )
  const pathOf = new Map(returnable.map((forward, index) => [forward, paths[index]!]))
  await enqueueOutbound(
    tx,
    services,
    forwards.map((forward) => {
      const { email, message, to, forwardingAddressId, number, content, bodyHash, trace } = forward
      return {
        ownerId: email.ownerId,
        emailId: null,
        mailFrom: pathOf.get(forward) ?? '',
        rcptTo: to,
        content,
        restId: message.restId,
        restSize: message.size - message.content.length,
        bodyHash,
        signedBy: domainOf(email.toAddress),
        forwardedEmailId: email.id,
        forwardingAddressId,
        recipient: number ?? null,
        dsn: toOutboundDsn(message.dsn, email.toAddress),
        trace,
      }
    }),
    [rows],
  )
}
