import { splitAt, startingWith } from '../storage/split-at.ts'
import { rowBytes, type Stored } from '../storage/stored.ts'
import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'

/** Stores a stream that is read to its end, and returns its id. */
export type Keep = (content: AsyncIterable<Buffer>) => Promise<string>

type Reading = AsyncGenerator<FilePiece, ParsedMessage>

// The limit for all files of a message together, which are in memory until it is listed.
const mostInRows = 1024 * 1024

/** Parses a message to its end and stores its attachments as they come: small ones in its rows, up to a total size. */
export async function keepFiles(reading: Reading, keep: Keep): Promise<ParsedMessage> {
  try {
    return await keepAll(reading, keep)
  } catch (error) {
    // Ends the parser, so that it closes its source.
    await reading.throw(error).catch(() => {})
    throw error
  }
}

async function keepAll(reading: Reading, keep: Keep): Promise<ParsedMessage> {
  const files = new Map<number, Stored>()
  let room = mostInRows
  let next = await reading.next()
  async function* bytesOf(file: number): AsyncGenerator<Buffer> {
    for (; !next.done && next.value.file === file; next = await reading.next()) yield next.value.bytes
  }
  while (!next.done) {
    const { file } = next.value
    const kept = await keepFile(bytesOf(file), room, keep)
    room -= kept.content.length
    files.set(file, kept)
  }
  const { attachments, ...said } = next.value
  return { ...said, attachments: attachments.map((each, file) => ({ ...each, ...files.get(file) })) }
}

async function keepFile(bytes: AsyncIterable<Buffer>, room: number, keep: Keep): Promise<Stored> {
  const { first, rest } = await splitAt(bytes, Math.min(room, rowBytes))
  if (!rest) return { content: first, restId: null }
  return { content: Buffer.alloc(0), restId: await keep(startingWith(first, rest)) }
}
