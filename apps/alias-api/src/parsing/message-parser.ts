import type { ChildProcess } from 'node:child_process'
import { storeFiles, type StoreFile } from './store-files.ts'
import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'
import type { ParserAnswer, ParserRequest } from './parser-request.ts'
import { createReaderPool } from '../reader-processes/reader-pool.ts'
import { sendRequest } from '../reader-processes/send-request.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'

/**
 * Parses messages in child processes that can do nothing else and know no secret, so that a malicious message harms
 * nothing but itself. Owners whose messages wait for a process take turns.
 */
export interface MessageParser {
  /** Rejects for a message that cannot be parsed, or that exceeds the limits of time or memory. */
  parse(content: Buffer, ownerId?: string): Promise<ParsedMessage>
  /**
   * Parses a large message without ever holding all of it, or of an attachment, in this process.
   *
   * @param read reads it from its beginning; called as often as needed
   */
  parseLarge(read: () => AsyncIterable<Buffer>, store: StoreFile, ownerId?: string): Promise<ParsedMessage>
  close(): Promise<void>
}

export interface ParserOptions {
  /** Messages at a time. */
  processes: number
  timeoutMs: number
  /** The time for a large message, not counting the waits for its pieces; by default the same. */
  largeTimeoutMs?: number
  memoryMiB: number
  /** The module that the processes run. */
  entry?: URL
}

const youngMiB = 2

export function createMessageParser({
  processes,
  timeoutMs,
  largeTimeoutMs = timeoutMs,
  memoryMiB,
  entry = new URL('parser-process.ts', import.meta.url),
}: ParserOptions): MessageParser {
  const pool = createReaderPool({ entry, processes, memoryMiB, youngMiB })
  return {
    parse: async (content, ownerId) =>
      parsedOf(await pool.use((child) => request(child, content, timeoutMs), ownerId)),
    parseLarge: (read, store, ownerId) =>
      pool.use((child) => storeFiles(readLarge(child, read(), largeTimeoutMs), store), ownerId),
    close: pool.close,
  }
}

const request = (child: ChildProcess, given: ParserRequest, timeoutMs: number) =>
  sendRequest<ParserAnswer>(child, given, timeoutMs)

/** @param timeoutMs the process's own time, not counting the waits for pieces and for files to be stored */
async function* readLarge(
  child: ChildProcess,
  message: AsyncIterable<Buffer>,
  timeoutMs: number,
): AsyncGenerator<FilePiece, ParsedMessage> {
  let leftMs = timeoutMs
  const send = async (next: ParserRequest): Promise<ParserAnswer> => {
    const sentAt = performance.now()
    const answer = await request(child, next, leftMs)
    leftMs -= performance.now() - sentAt
    return answer
  }
  async function* sendAll(first: ParserRequest): AsyncGenerator<FilePiece, ParserAnswer> {
    let answer = await send(first)
    for (; 'file' in answer; answer = await send({ isStored: true }))
      yield { file: answer.file, bytes: toBuffer(answer.bytes) }
    return answer
  }
  let answer = yield* sendAll({ isLarge: true })
  for await (const piece of message) {
    if (!('wants' in answer)) break
    answer = yield* sendAll({ piece })
  }
  if ('wants' in answer) answer = yield* sendAll({ piece: null })
  return parsedOf(answer)
}

function parsedOf(answer: ParserAnswer): ParsedMessage {
  if ('parsed' in answer) return withBuffers(answer.parsed)
  throw new Error('error' in answer ? answer.error : 'the parser asks for more than there is')
}

function withBuffers(parsed: ParsedMessage): ParsedMessage {
  return {
    ...parsed,
    attachments: parsed.attachments.map(({ content, ...attachment }) => ({
      ...attachment,
      content: toBuffer(content),
    })),
  }
}
