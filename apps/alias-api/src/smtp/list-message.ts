import { eq, sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import { publishEvents } from '@waypost/webhooks'
import { arrivals, attachments, emails, messages } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import { queueForwards } from '../forwarding/queue-forwards.ts'
import type { MailServices } from '../services.ts'
import {
  CheckerLostError,
  notYetChecked,
  uncheckable,
  type Authenticity,
  type AuthenticityChecker,
} from '../authenticity/authenticity.ts'
import { readWhole, StorageError } from '../storage/storage.ts'
import { createRoom, type SharedRoom } from './create-room.ts'
import { headOf } from './head-of.ts'
import type { MessageParser } from './message-parser.ts'
import { toReceived } from '../authenticity/to-received.ts'
import type { ParsedMessage } from './parse-message.ts'
import { storableMessage } from './storable-message.ts'

type Message = typeof messages.$inferSelect

/** What tells what a message says, and whether it is from whom it says. */
export type MessageReader = Pick<MessageParser, 'parse' | 'parseLarge'> & Pick<AuthenticityChecker, 'check'>

// What DNS has not said by then is asked again by the job that forwards.
const listedWithinMs = 700
// Nobody expects a large one within a second, and reading it takes that long.
const largeListedWithinMs = 8000
// A statement has a limited number of parameters, and is in memory as a whole.
const insertedAtATime = 500
const insertedBytesAtATime = 1024 * 1024

/**
 * Lists an accepted message for each of its aliases and publishes it, once: whoever takes the arrivals away lists them,
 * in the same transaction.
 *
 * @throws StorageError where the store does not give it, so that it is read again later
 * @param onUnreadable is told why a message could not be parsed, which is then listed with what its header says, or its
 * envelope
 * @param writing how many may be written at a time; those of one owner wait for each other, and would hold all connections
 */
export async function listMessage(
  { db, outbox, work, storage }: MailServices,
  { parse, parseLarge, check }: MessageReader,
  messageId: string,
  onUnreadable: (error: unknown) => void,
  writing: SharedRoom = createRoom(1),
): Promise<void> {
  const [message] = await db.select().from(messages).where(eq(messages.id, messageId))
  if (!message) return
  const { content, restId, size } = message
  const parseAll = () =>
    restId === null
      ? parse(content)
      : parseLarge({ size, open: () => readWhole(storage, message) }, storage.put)
  const [parsed, authentication] = await Promise.all([
    parseAll()
      .catch((error: unknown) => {
        if (error instanceof StorageError) throw error
        onUnreadable(error)
        return parse(headOf(content))
      })
      .then(storableMessage)
      .catch((error: unknown) => {
        if (error instanceof StorageError) throw error
        return unreadable
      }),
    check(toReceived(message, storage), restId === null ? listedWithinMs : largeListedWithinMs).catch(
      (error: unknown) => {
        if (error instanceof StorageError) throw error
        onUnreadable(error)
        // Whoever forwards it checks it again.
        return error instanceof CheckerLostError ? notYetChecked : uncheckable
      },
    ),
  ])
  const list = async (tx: Db): Promise<void> => {
    const receivers = await takeArrivals(tx, messageId)
    // Listed already, or its aliases were deleted meanwhile.
    if (receivers.length === 0) return deleteUnused(tx, messageId)
    await insertAttachments(tx, messageId, parsed.attachments)
    const rows = receivers.map((receiver) => toEmailRow(message, parsed, authentication, receiver))
    await insertEmails(tx, rows)
    await publishEvents(
      tx,
      outbox,
      'email.received',
      rows.map(({ id, ownerId, addressId, fromAddress, subject, receivedAt }) => ({
        ownerId,
        data: { emailId: id, addressId, from: fromAddress, subject, receivedAt: receivedAt.toISOString() },
      })),
    )
    await queueForwards(tx, work, rows)
  }
  await writing.within(1, () => db.transaction(list))
}

const unreadable: ParsedMessage = { from: '', fromName: '', subject: '', text: '', html: '', attachments: [] }

interface Receiver {
  emailId: string
  addressId: string
  ownerId: string
  address: string
}

async function takeArrivals(tx: Db, messageId: string): Promise<Receiver[]> {
  const taken = tx.$with('taken').as(tx.delete(arrivals).where(eq(arrivals.messageId, messageId)).returning())
  return tx
    .with(taken)
    .select({
      emailId: taken.emailId,
      addressId: addresses.id,
      ownerId: addresses.ownerId,
      address: addresses.address,
    })
    .from(taken)
    .innerJoin(addresses, eq(addresses.id, taken.addressId))
}

async function deleteUnused(tx: Db, messageId: string): Promise<void> {
  await tx.execute(sql`
    delete from alias.messages message
    where id = ${messageId} and not exists (select from alias.emails where emails.message_id = message.id)
  `)
}

async function insertAttachments(
  tx: Db,
  messageId: string,
  parsed: ParsedMessage['attachments'],
): Promise<void> {
  const rows = parsed.map((attachment, index) => ({
    ...attachment,
    id: newId(),
    messageId,
    position: index + 1,
  }))
  for (const some of inStatements(rows, ({ content }) => content.length))
    await tx.insert(attachments).values(some)
}

async function insertEmails(tx: Db, rows: (typeof emails.$inferInsert)[]): Promise<void> {
  for (const some of inStatements(rows, ({ bodyText, bodyHtml }) => bodyText.length + bodyHtml.length))
    await tx.insert(emails).values(some)
}

/** As many at a time as one statement should have. */
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

function toEmailRow(
  { id, mailFrom, createdAt }: Message,
  parsed: ParsedMessage,
  authentication: Authenticity,
  receiver: Receiver,
) {
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
    hasAttachments: parsed.attachments.length > 0,
    isRead: false,
    receivedAt: createdAt,
    authentication,
  }
}
