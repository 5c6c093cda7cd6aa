import { sql } from 'drizzle-orm'
import { executePrepared, insertRows, newId, type Db } from '@waypost/postgres'
import type { CarriedTrace } from '@waypost/telemetry'
import { publishEvents } from '@waypost/webhooks'
import { nameIn } from '../alias-names/released-name.ts'
import type { Authenticity } from '../authenticity/authenticity.ts'
import { attachments, emails, type messages } from '../db/mail-tables.ts'
import { announceArrivals } from '../arrivals/announce-arrivals.ts'
import { countForwards, enqueueForwards } from '../forwarding/enqueue-forwards.ts'
import { routeEmails, type Route } from '../mail-rules/route-emails.ts'
import type { MailServices } from '../services.ts'
import type { ParsedMessage } from '../parsing/parse-message.ts'
import { threadKey, threadOf } from '../threads/thread-of.ts'
import type { Spam } from '../spam/spam.ts'

type Message = typeof messages.$inferSelect

/** A message with its parsed content, the authenticity of its author, and what was made of it. */
export interface ReadMessage {
  message: Message
  parsed: ParsedMessage
  authentication: Authenticity
  spam: Spam
  /** The trace of the job that lists it. */
  trace: CarriedTrace
}

// A statement has a limited number of parameters, and is in memory as a whole.
const insertedAtATime = 500
const insertedBytesAtATime = 1024 * 1024

/**
 * Lists messages in one transaction, with their events and the jobs that forward them. Skips those that are already
 * listed.
 */
export async function listMessages(
  services: Pick<MailServices, 'db' | 'outbox' | 'work'>,
  read: ReadMessage[],
): Promise<void[]> {
  const { db, outbox } = services
  const owners = new Set<string>()
  await db.transaction(async (tx) => {
    const ids = read.map(({ message }) => message.id)
    const receivers = Map.groupBy(await takeInbound(tx, read), ({ messageId }) => messageId)
    // The messages are already listed, or their aliases were deleted in the meantime.
    const unused = ids.filter((id) => !receivers.has(id))
    if (unused.length > 0) await deleteUnused(tx, unused)
    const listed = read.filter(({ message }) => receivers.has(message.id))
    if (listed.length === 0) return
    await insertAttachments(tx, listed)
    const found = listed.flatMap((each) =>
      receivers.get(each.message.id)!.map((receiver) => ({
        email: toEmailRow(each, receiver),
        trace: each.trace,
      })),
    )
    const routes = await routeEmails(
      tx,
      found.map(({ email }) => email),
      new Map(listed.map(({ message }) => [message.id, message])),
    )
    const received = found.map(({ email, trace }) => {
      const route = routes.get(email.id)!
      return { email: { ...email, ...toRouted(route, email.receivedAt) }, route, trace }
    })
    await insertEmails(
      tx,
      received.map(({ email }) => email),
    )
    announceListed(tx, outbox, received)
    await enqueueForwards(tx, services, received)
    for (const { email } of received) owners.add(email.ownerId)
  })
  await announceArrivals(db, [...owners])
  return read.map(() => {})
}

/** What the rules of its alias do to an email when it is listed. */
const toRouted = (route: Route, receivedAt: Date) => {
  const { labels, removedBy } = route
  return {
    labels: labels.length > 0 ? labels : null,
    removedByRule: removedBy,
    deletedAt: removedBy === null ? null : receivedAt,
    forwardCount: countForwards(route),
  }
}

const isDiscarded = ({ route: { removedBy } }: { route: Route }): boolean => removedBy === 'discard'

/** What a rule discards is announced as deleted alone. */
function announceListed(
  tx: Db,
  outbox: MailServices['outbox'],
  received: { email: ReturnType<typeof toEmailRow>; route: Route; trace: CarriedTrace }[],
): void {
  const kept = received.filter((each) => !isDiscarded(each))
  const discarded = received.filter(isDiscarded)
  publishEvents(
    tx,
    outbox,
    'email.received',
    kept.map(({ email, trace }) => {
      const { id, ownerId, addressId, fromAddress, subject, receivedAt } = email
      const data = {
        emailId: id,
        addressId,
        from: fromAddress,
        subject,
        receivedAt: receivedAt.toISOString(),
      }
      return { ownerId, data, ...trace }
    }),
  )
  if (discarded.length === 0) return
  publishEvents(
    tx,
    outbox,
    'email.deleted',
    discarded.map(({ email: { id, ownerId, addressId, receivedAt }, trace }) => ({
      ownerId,
      data: { emailId: id, addressId, deletedAt: receivedAt.toISOString() },
      ...trace,
    })),
  )
}

interface Receiver extends Record<string, unknown> {
  messageId: string
  emailId: string
  addressId: string
  ownerId: string
  address: string
  threadId: string
  threadKey: string | null
}

/** Takes the inbound rows of messages, with the conversation of each alias that each belongs to. */
function takeInbound(tx: Db, read: ReadMessage[]): Promise<Receiver[]> {
  const messageIds = read.map(({ message }) => message.id)
  const names = read.map(({ parsed }) => parsed.ids.messageId)
  // A message id has no spaces.
  const references = read.map(({ parsed }) => parsed.ids.references.join(' '))
  const email = { emailId: sql`taken.email_id`, addressId: sql`address.id` }
  const ids = { messageId: sql`named.message_id`, references: sql`named.ids` }
  return executePrepared<Receiver>(
    tx,
    sql`
      with taken as (
        delete from alias.inbound_messages where message_id = any(${sql.param(messageIds)}::uuid[])
        returning message_id, email_id, address_id
      ), named as materialized (
        select id, message_id, string_to_array(reference_ids, ' ') as ids
        from unnest(${sql.param(messageIds)}::uuid[], ${sql.param(names)}::text[], ${sql.param(references)}::text[])
          as given (id, message_id, reference_ids)
      )
      select taken.message_id as "messageId", taken.email_id as "emailId", address.id as "addressId",
        address.owner_id as "ownerId", ${nameIn(sql`address.address`)} as address, ${threadOf(email, ids)} as "threadId",
        case when named.ids <> '{}' then ${threadKey(email.addressId, ids.messageId)} end as "threadKey"
      from taken join alias.addresses address on address.id = taken.address_id join named on named.id = taken.message_id
    `,
  )
}

async function deleteUnused(tx: Db, messageIds: string[]): Promise<void> {
  await tx.execute(sql`
    delete from alias.messages message where id = any(${sql.param(messageIds)}::uuid[])
      and not exists (select from alias.emails where emails.message_id = message.id)
  `)
}

async function insertAttachments(tx: Db, read: ReadMessage[]): Promise<void> {
  const rows = read.flatMap(({ message, parsed }) =>
    parsed.attachments.map((attachment, index) => ({
      ...attachment,
      id: newId(),
      messageId: message.id,
      position: index + 1,
    })),
  )
  for (const some of inStatements(rows, ({ content }) => content.length))
    await insertRows(tx, attachments, some)
}

async function insertEmails(tx: Db, rows: (typeof emails.$inferInsert)[]): Promise<void> {
  for (const some of inStatements(rows, ({ bodyText, bodyHtml }) => bodyText.length + bodyHtml.length))
    await insertRows(tx, emails, some)
}

/** Splits rows so that no statement is too large. */
function* inStatements<Row>(rows: Row[], bytesOf: (row: Row) => number): Generator<Row[]> {
  let some: Row[] = []
  let bytes = 0
  for (const row of rows) {
    if (some.length === insertedAtATime || (some.length > 0 && bytes + bytesOf(row) > insertedBytesAtATime)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(row)
    bytes += bytesOf(row)
  }
  if (some.length > 0) yield some
}

function toEmailRow({ message, parsed, authentication, spam }: ReadMessage, receiver: Receiver) {
  const { id, mailFrom, createdAt } = message
  return {
    id: receiver.emailId,
    ownerId: receiver.ownerId,
    addressId: receiver.addressId,
    messageId: id,
    type: 'received' as const,
    fromAddress: parsed.from || (mailFrom ?? ''),
    fromName: parsed.fromName,
    toAddress: receiver.address,
    subject: parsed.subject,
    bodyText: parsed.text,
    bodyHtml: parsed.html,
    isTruncated: parsed.isTruncated,
    hasAttachments: parsed.attachments.length > 0,
    isRead: false,
    receivedAt: createdAt,
    authentication,
    spam: spam.verdict === 'clean' && spam.reasons.length === 0 ? null : spam,
    isSpam: spam.verdict === 'spam',
    threadId: receiver.threadId,
    threadKey: receiver.threadKey,
  }
}
