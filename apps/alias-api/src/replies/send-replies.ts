import { and, eq, inArray } from 'drizzle-orm'
import { newId, newRows, type Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { contacts, replyIds } from '../db/mail-tables.ts'
import { insertSentEmail } from '../emails/insert-sent-email.ts'
import type { ReadContent } from '../inbound/incoming-message.ts'
import { composeWithFiles, type NewAttachment } from '../outbound/compose-message.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { ParsedAttachment } from '../parsing/parse-message.ts'
import type { MailServices } from '../services.ts'
import { findSendingLimits, type SendingLimits } from '../sending/find-allowance.ts'
import { placeFiles } from '../storage/file-place.ts'
import { storeMessage } from '../storage/store-message.ts'
import { readWhole, rowBytes } from '../storage/stored.ts'
import type { MessageIds } from '../threads/message-ids.ts'
import type { CleanReply } from './clean-reply.ts'
import type { ReplyTarget } from './find-reply-targets.ts'
import { translateIds } from './reply-ids.ts'

/** A reply as one contact gets it. */
export interface NewReplyTo {
  target: ReplyTarget
  clean: CleanReply
}

/** How a reply names itself and the messages that it answers, in its author's mailbox. */
export interface MailboxIds {
  mailboxId: string | undefined
  ids: string[]
  inReplyTo: string | undefined
}

/** A reply that is ready to leave. */
interface Composed extends NewReplyTo {
  id: string
  date: Date
  message: ReadContent
  files: ParsedAttachment[]
  ids: MessageIds
  limits: SendingLimits
}

/**
 * Queues replies from their aliases, as emails that the aliases have sent, within all limits of their account. One that
 * has been queued before is not queued again: its mailbox's server had not heard the answer.
 */
export async function sendReplies(
  services: MailServices,
  replies: NewReplyTo[],
  ids: MailboxIds,
): Promise<void> {
  const sent = await findSent(services.db, replies, ids.mailboxId)
  const composed: Composed[] = []
  for (const reply of replies)
    if (!sent.has(reply.target.contactId)) composed.push(await compose(services, reply, ids))
  if (composed.length === 0) return
  await services.db.transaction(async (tx) => {
    await recordUse(tx, services, composed)
    for (const each of composed) await send(tx, services, each, ids.mailboxId)
  })
}

/** A contact that somebody else records at this moment is recorded all the same. */
async function recordUse(tx: Db, { clock }: MailServices, composed: Composed[]): Promise<void> {
  const ids = composed.map(({ target }) => target.contactId)
  const free = tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(inArray(contacts.id, ids))
    .for('no key update', { skipLocked: true })
  await tx
    .update(contacts)
    .set({ usedAt: new Date(clock.now()) })
    .where(inArray(contacts.id, free))
}

async function findSent(db: Db, replies: NewReplyTo[], mailboxId: string | undefined): Promise<Set<string>> {
  if (mailboxId === undefined) return new Set()
  const contactIds = replies.map(({ target }) => target.contactId)
  const rows = await db
    .select({ contactId: replyIds.contactId })
    .from(replyIds)
    .where(and(eq(replyIds.mailboxId, mailboxId), inArray(replyIds.contactId, contactIds)))
  return new Set(rows.map(({ contactId }) => contactId))
}

async function compose(
  services: MailServices,
  { target, clean }: NewReplyTo,
  { ids, inReplyTo }: MailboxIds,
): Promise<Composed> {
  const { db, clock, storage } = services
  const { address, email, name } = target
  const domain = domainOf(address)
  const of = { ...target, domain }
  const [answered] = await translateIds(db, of, inReplyTo === undefined ? [] : [inReplyTo])
  const references = await translateIds(db, of, ids)
  if (answered !== undefined && references.at(-1) !== answered) references.push(answered)
  const id = newId()
  const messageId = `${id}@${domain}`
  const date = new Date(clock.now())
  const composed = await composeWithFiles({
    from: address,
    to: name === null ? email : { name, address: email },
    subject: clean.subject,
    text: clean.text,
    html: clean.html === '' ? undefined : clean.html,
    messageId,
    date,
    references,
    inReplyTo: answered,
    attachments: clean.attachments.map((file) => toAttachment(file, storage)),
  })
  const named = { messageId, references }
  const limits = await findSendingLimits(db, accountOf(target.ownerId).accountId, clock.now())
  const message = await storeMessage(composed.content, storage)
  const placed = placeFiles(services, clean.attachments, composed.places)
  const files = await Promise.all(placed.map((file) => storeLarge(file, storage)))
  return { target, clean, id, date, files, ids: named, message, limits }
}

/** A text that was changed may be larger than a row has room for. */
async function storeLarge(
  file: ParsedAttachment,
  storage: MailServices['storage'],
): Promise<ParsedAttachment> {
  if (file.content.length <= rowBytes) return file
  return { ...file, content: Buffer.alloc(0), restId: await storage.put(once(file.content)) }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

function toAttachment(file: ParsedAttachment, storage: MailServices['storage']): NewAttachment {
  return {
    filename: file.filename ?? false,
    contentType: file.contentType,
    ...(file.contentId !== null && { cid: file.contentId }),
    contentDisposition: file.isInline ? 'inline' : 'attachment',
    content: file.restId === null ? file.content : readWhole(storage, file),
  }
}

async function send(
  tx: Db,
  services: MailServices,
  { target, clean, id, date, message, files, ids, limits }: Composed,
  mailboxId: string | undefined,
): Promise<void> {
  const { ownerId, addressId, contactId, address, email, sendingDomain } = target
  const messageId = newId()
  const { subject, text, html } = clean
  const sent = {
    id,
    sender: { ...accountOf(ownerId), ownerId },
    addressId,
    from: { address, name: '' },
    recipients: [{ address: email, kind: 'to' as const }],
    subject,
    bodyText: text,
    bodyHtml: html,
    date,
    ids,
    messageId,
    message,
    files: files.map((file, index) => ({ ...file, id: newId(), messageId, position: index + 1 })),
    limits,
    sendingDomain,
  }
  const known = mailboxId === undefined ? [] : [{ contactId, mailboxId, emailId: id }]
  await insertSentEmail(tx, services, sent, [newRows(replyIds, known)])
}
