import { newRows, type Db, type NewRows } from '@waypost/postgres'
import { createReturnPaths } from '../bounces/return-path.ts'
import { attachments, emailRecipients, emails } from '../db/mail-tables.ts'
import type { ReadContent } from '../inbound/incoming-message.ts'
import { enforceStorage } from '../limits/enforce-storage.ts'
import { enqueueOutbound } from '../outbound/enqueue-outbound.ts'
import type { SendingLimits } from '../sending/find-allowance.ts'
import { takeRecipients } from '../sending/take-recipients.ts'
import type { Actor, MailServices } from '../services.ts'
import type { MessageIds } from '../threads/message-ids.ts'
import { threadColumns } from '../threads/thread-of.ts'
import type { NewRecipient } from './email-recipient.ts'

/** An email from an alias, composed. */
export interface SentEmail {
  id: string
  sender: Pick<Actor, 'accountId' | 'ownerId' | 'mode'>
  addressId: string
  from: { address: string; name: string }
  recipients: NewRecipient[]
  subject: string
  bodyText: string
  bodyHtml: string
  date: Date
  /** How the message names itself and those that it answers. */
  ids: MessageIds
  messageId: string
  message: ReadContent
  /** The files of the message. */
  files: (typeof attachments.$inferInsert)[]
  limits: SendingLimits
  /** The domain that it leaves from, whose key signs it. */
  sendingDomain: string
}

/**
 * Inserts an email from an alias and queues it for its recipients, within the limits of its account. Others of the account
 * wait from here to the commit of `tx`.
 *
 * @param beside further rows, which are inserted by the same statement
 * @throws LimitError, and a DomainError where the account may not send at all
 */
export async function insertSentEmail(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'work'>,
  email: SentEmail,
  beside: NewRows[] = [],
): Promise<void> {
  const { id, sender, recipients, messageId, message, files, limits, sendingDomain } = email
  const isOne = recipients.length === 1
  const { paths, rows } = createReturnPaths(
    recipients.map((_recipient, number) => ({
      domain: sendingDomain,
      emailId: id,
      forwardingAddressId: null,
      accountId: sender.accountId,
      recipient: isOne ? null : number,
      createdAt: email.date,
    })),
  )
  const [first, ...copies] = recipients.map(({ address }, number) => ({
    mailFrom: paths[number]!,
    rcptTo: address,
    recipient: number,
  }))
  const { content, restId, size, bodyHash } = message
  const outbound = {
    ...first!,
    recipient: isOne ? null : 0,
    copies,
    ownerId: sender.ownerId,
    emailId: id,
    messageId,
    content,
    restId,
    restSize: size - content.length,
    bodyHash,
    signedBy: sendingDomain,
  }
  const numbered = isOne ? [] : recipients.map((recipient, number) => ({ ...recipient, emailId: id, number }))
  await enqueueOutbound(
    tx,
    services,
    [outbound],
    [
      rows,
      newRows(attachments, files),
      newRows(emails, [toRow(email)]),
      newRows(emailRecipients, numbered),
      ...beside,
    ],
  )
  await enforceStorage(tx, sender.accountId, limits.found, size)
  // Its lock is held until the commit, so it comes last.
  await takeRecipients(tx, services, sender, limits, recipients.length)
}

const toRow = (email: SentEmail) => {
  const { id, sender, addressId, messageId, from, recipients, subject, bodyText, bodyHtml, files, date } =
    email
  const to = recipients.filter(({ kind }) => kind === 'to')
  return {
    id,
    ownerId: sender.ownerId,
    addressId,
    messageId,
    type: 'sent' as const,
    status: 'queued' as const,
    fromAddress: from.address,
    fromName: from.name,
    toAddress: to.map(({ address }) => address).join(', '),
    subject,
    bodyText,
    bodyHtml,
    hasAttachments: files.length > 0,
    isRead: true,
    receivedAt: date,
    ...threadColumns({ id, addressId }, email.ids),
  }
}
