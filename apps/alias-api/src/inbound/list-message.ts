import { sql } from 'drizzle-orm'
import { perDatabase, type Db } from '@waypost/postgres'
import { carryTrace } from '@waypost/telemetry'
import { createBatcher } from '@waypost/concurrency'
import { StorageError } from '@waypost/storage'
import { messages } from '../db/mail-tables.ts'
import {
  CheckerLostError,
  notYetChecked,
  uncheckable,
  type Authenticity,
  type AuthenticityChecker,
} from '../authenticity/authenticity.ts'
import { readWhole } from '../storage/stored.ts'
import { headOf } from '../parsing/head-of.ts'
import type { MailServices } from '../services.ts'
import { listMessages, type ReadMessage } from './list-messages.ts'
import type { MessageParser } from '../parsing/message-parser.ts'
import { toReceived } from '../authenticity/to-received.ts'
import type { ParsedMessage } from '../parsing/parse-message.ts'
import { storableMessage } from '../parsing/storable-message.ts'
import { noIds } from '../threads/message-ids.ts'
import { createSpamFilter, type JudgeSpam } from '../spam/create-spam-filter.ts'

type Message = typeof messages.$inferSelect

/** Parses messages and checks the authenticity of their authors. */
export type MessageReader = Pick<MessageParser, 'parse' | 'parseLarge'> & Pick<AuthenticityChecker, 'check'>

// Records that DNS has not returned by then are queried again by the forward job.
const listedWithinMs = 700
// Nobody expects a large message within a second, and parsing it takes that long.
const largeListedWithinMs = 8000
// The largest batch of ordinary messages; each takes a quarter of a MiB at most.
const together = { concurrency: 1, maxItems: 80 }
// Messages become ready one after the other, as parser processes finish them, so listing waits a moment to fill a
// batch.
const listed = { ...together, waitMs: 15 }

/**
 * Lists each accepted message for its aliases and publishes it, once: the transaction that deletes the inbound rows
 * is the one that lists them. Messages that are read and written at about the same time share statements.
 *
 * @param judgeSpam absent: by this service's own checks, without any that ask somebody
 * @returns lists one message, by its id, when it is the turn of `ownerId`; throws StorageError where the store is not available, so that it is retried.
 * `onUnreadable` is called with the reason where a message cannot be parsed; it is then listed with its header's
 * fields, or its envelope's
 */
export function createMessageLister(
  services: Pick<MailServices, 'db' | 'outbox' | 'work' | 'storage'>,
  { parse, parseLarge, check }: MessageReader,
  judgeSpam: JudgeSpam = createSpamFilter(),
): (messageId: string, onUnreadable: (error: unknown) => void, ownerId?: string) => Promise<void> {
  const { db, storage } = services
  const find = createBatcher((ids: string[]) => findMessages(db, ids), together)
  const list = createBatcher((read: ReadMessage[]) => listMessages(services, read), listed)
  const parseWhole = (
    message: Message,
    onUnreadable: (error: unknown) => void,
    ownerId?: string,
  ): Promise<ParsedMessage> => {
    const { content, restId } = message
    const parsed =
      restId === null
        ? parse(content, ownerId)
        : parseLarge(() => readWhole(storage, message), storage.put, ownerId)
    return parsed
      .catch((error: unknown) => {
        if (error instanceof StorageError) throw error
        onUnreadable(error)
        return parse(headOf(content), ownerId).then((head) => ({ ...head, isTruncated: true }))
      })
      .then(storableMessage)
      .catch((error: unknown) => {
        if (error instanceof StorageError) throw error
        return unreadable
      })
  }
  const authenticate = (
    message: Message,
    onUnreadable: (error: unknown) => void,
    ownerId?: string,
  ): Promise<Authenticity> =>
    check(
      toReceived(message, storage),
      message.restId === null ? listedWithinMs : largeListedWithinMs,
      ownerId,
    ).catch((error: unknown) => {
      if (error instanceof StorageError) throw error
      onUnreadable(error)
      // The forward job checks it again.
      return error instanceof CheckerLostError ? notYetChecked : uncheckable
    })
  return async (messageId, onUnreadable, ownerId) => {
    const message = await find(messageId)
    if (!message) return
    const reading = Promise.all([
      parseWhole(message, onUnreadable, ownerId),
      authenticate(message, onUnreadable, ownerId),
    ])
    const [[parsed, authentication], spam] = await Promise.all([reading, judgeSpam(message, reading)])
    await list({ message, parsed, authentication, spam, trace: carryTrace() })
  }
}

async function findMessages(db: Db, ids: string[]): Promise<(Message | undefined)[]> {
  const rows = await readMessages(db).execute({ ids })
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

const readMessages = perDatabase((db) =>
  db
    .select()
    .from(messages)
    .where(sql`${messages.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_messages'),
)

const unreadable: ParsedMessage = {
  from: '',
  fromName: '',
  subject: '',
  text: '',
  html: '',
  isTruncated: true,
  ids: noIds,
  attachments: [],
}
