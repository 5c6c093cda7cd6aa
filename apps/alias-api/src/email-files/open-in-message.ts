import { eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { StorageError, type Storage } from '@waypost/storage'
import { messages } from '../db/mail-tables.ts'
import { createBase64Decoder } from '../parsing/base64-decoder.ts'
import type { FilePlace } from '../storage/file-place.ts'
import { startingWith } from '../storage/split-at.ts'

/**
 * Opens a file that its message has in base64.
 *
 * @throws StorageError where the store cannot return it, also while it is read
 */
export async function openInMessage(
  { db, storage }: { db: Db; storage: Pick<Storage, 'open'> },
  messageId: string,
  { messageOffset, messageBytes }: FilePlace,
): Promise<AsyncIterable<Buffer>> {
  const { content, restId } = messages
  const [found] = await db
    .select({
      slice: sql<Buffer>`substring(${content} from ${messageOffset + 1}::integer for ${messageBytes}::integer)`,
      rowBytes: sql<number>`octet_length(${content})`,
      restId,
    })
    .from(messages)
    .where(eq(messages.id, messageId))
  if (!found) throw new StorageError('the message of the file is deleted')
  const { slice, rowBytes } = found
  const bytes = messageBytes - slice.length
  if (found.restId === null || bytes === 0) return decode([slice])
  const at = Math.max(messageOffset - rowBytes, 0)
  return decode(startingWith(slice, await storage.open(found.restId, { at, bytes })))
}

async function* decode(encoded: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = createBase64Decoder()
  for await (const bytes of encoded) yield* decoder.write(bytes.toString('latin1'))
  yield* decoder.end()
}
