import { splitAt, startingWith } from '../storage/split-at.ts'
import { rowBytes, type Stored } from '../storage/stored.ts'
import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'

/** Stores a stream that is read to its end, and returns its id. */
export type StoreFile = (content: AsyncIterable<Buffer>) => Promise<string>

type Reading = AsyncGenerator<FilePiece, ParsedMessage>

// The limit for all files of a message together, which are in memory until it is listed.
const maxBytesInRows = 1024 * 1024

/** Parses a message to its end and stores its attachments as they come: small ones in its rows, up to a total size. */
export async function storeFiles(reading: Reading, store: StoreFile): Promise<ParsedMessage> {
  try {
    return await storeAll(reading, store)
  } catch (error) {
    // Ends the parser, so that it closes its source.
    await reading.throw(error).catch(() => {})
    throw error
  }
}

async function storeAll(reading: Reading, store: StoreFile): Promise<ParsedMessage> {
  const files = new Map<number, Stored>()
  let leftBytes = maxBytesInRows
  let next = await reading.next()
  async function* bytesOf(file: number): AsyncGenerator<Buffer> {
    for (; !next.done && next.value.file === file; next = await reading.next()) yield next.value.bytes
  }
  while (!next.done) {
    const { file } = next.value
    const stored = await storeFile(bytesOf(file), leftBytes, store)
    leftBytes -= stored.content.length
    files.set(file, stored)
  }
  const { attachments, ...texts } = next.value
  return { ...texts, attachments: attachments.map((each, file) => ({ ...each, ...files.get(file) })) }
}

async function storeFile(bytes: AsyncIterable<Buffer>, leftBytes: number, store: StoreFile): Promise<Stored> {
  const { first, rest } = await splitAt(bytes, Math.min(leftBytes, rowBytes))
  if (!rest) return { content: first, restId: null }
  return { content: Buffer.alloc(0), restId: await store(startingWith(first, rest)) }
}
