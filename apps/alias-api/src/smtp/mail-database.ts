import { createBatcher } from '@waypost/concurrency'
import { createAcceptor } from '../inbound/accept-messages.ts'
import type { Acceptance } from '../inbound/accept-for-aliases.ts'
import type { IncomingMessage } from '../inbound/incoming-message.ts'
import type { Postmaster } from '../inbound/role-address.ts'
import type { AcceptReply } from '../replies/accept-reply.ts'
import type { MailServices } from '../services.ts'
import type { SmtpLogRecorder } from '../smtp-log/smtp-log-recorder.ts'
import { findReceivers, type Receiver } from './find-receivers.ts'

/** A database of the service that mail is taken into. */
export interface MailDatabase {
  services: MailServices
  recorder: SmtpLogRecorder
  findReceiver(address: string): Promise<Receiver | undefined>
  accept(message: IncomingMessage): Promise<Acceptance>
  /** Takes what mailboxes send to reverse addresses. */
  acceptReply: AcceptReply
}

// One query for all recipients that are named at about the same time.
const lookups = { concurrency: 1, maxItems: 100 }

/** @param postmaster absent: mail to role addresses is refused like mail for any unknown address */
export function createMailDatabase(
  services: MailServices,
  recorder: SmtpLogRecorder,
  { acceptReply, postmaster }: { acceptReply: AcceptReply; postmaster?: Postmaster | undefined },
): MailDatabase {
  return {
    services,
    recorder,
    findReceiver: createBatcher((addresses: string[]) => findReceivers(services, addresses), lookups),
    accept: createAcceptor(services, postmaster),
    acceptReply,
  }
}
