import type { Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { addReturnPaths } from '../bounces/return-path.ts'
import { domainOf } from '../outbound/mail-address.ts'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import type { MailServices } from '../services.ts'
import type { Email, Message } from './find-forwards.ts'

export interface NewForward {
  email: Pick<Email, 'id' | 'ownerId' | 'toAddress'>
  message: Message
  to: string
  forwardingAddressId: string
  /** What goes there, of a large one its beginning. */
  content: Buffer
  trace: CarriedTrace
}

/** Has forwards leave, each with an address of its own for what comes back. */
export async function enqueueForwarded(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'work'>,
  forwards: NewForward[],
): Promise<void> {
  const createdAt = new Date(services.clock.now())
  // What comes from nobody, as bounces do, returns to nobody: two could send each other bounces for ever.
  const returnable = forwards.filter(({ message }) => message.mailFrom !== '')
  const paths = await addReturnPaths(
    tx,
    returnable.map(({ email, forwardingAddressId }) => ({
      alias: email.toAddress,
      emailId: email.id,
      forwardingAddressId,
      createdAt,
    })),
  )
  const pathOf = new Map(returnable.map((forward, index) => [forward, paths[index]!]))
  await enqueueOutbound(
    tx,
    services,
    forwards.map((forward) => {
      const { email, message, to, forwardingAddressId, content, trace } = forward
      return {
        ownerId: email.ownerId,
        emailId: null,
        mailFrom: pathOf.get(forward) ?? '',
        rcptTo: to,
        content,
        restId: message.restId,
        restSize: message.size - message.content.length,
        bodyHash: message.bodyHash,
        signedBy: domainOf(email.toAddress),
        forwardedEmailId: email.id,
        forwardingAddressId,
        trace,
      }
    }),
  )
}
