import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { isReady } from '../reader-processes/is-ready.ts'
import { storeFiles, type StoreFile } from './store-files.ts'
import { openReader } from '../reader-processes/open-reader.ts'
import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'
import type { ParserAnswer, ParserRequest } from './parser-request.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'

/**
 * Parses messages in child processes that can do nothing else and know no secret, so that a malicious message harms
 * nothing but itself.
 */
export interface MessageParser {
  /** Rejects for a message that cannot be parsed, or that exceeds the limits of time or memory. */
  parse(content: Buffer): Promise<ParsedMessage>
  /**
   * Parses a large message with never more than a piece of it, or of an attachment, in this process.
   *
   * @param read reads it from its beginning; called as often as needed
   */
  parseLarge(read: () => AsyncIterable<Buffer>, store: StoreFile): Promise<ParsedMessage>
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

class ParserKilledError extends Error {}

export function createMessageParser({
  processes,
  timeoutMs,
  largeTimeoutMs = timeoutMs,
  memoryMiB,
  entry = new URL('parser-process.ts', import.meta.url),
}: ParserOptions): MessageParser {
  const ready = new WeakMap<ChildProcess, Promise<void>>()
  const open = () => {
    const child = openReader(entry, memoryMiB, youngMiB)
    // Nobody waits for this process any more: the next message gets a new one.
    child.on('error', () => {})
    ready.set(child, isReady(child))
    return child
  }
  const idle: ChildProcess[] = []
  let opened = 0
  const waiting: ((child: ChildProcess) => void)[] = []
  const release = (child: ChildProcess) => {
    const next = waiting.shift()
    if (next) next(child)
    else idle.push(child)
  }

  const acquire = async (): Promise<ChildProcess> => {
    const free = idle.pop()
    if (free) return free
    if (opened === processes) return new Promise((resolve) => waiting.push(resolve))
    opened += 1
    return open()
  }
  const attempt = async <Result>(work: (child: ChildProcess) => Promise<Result>): Promise<Result> => {
    const given = await acquire()
    const child = given.connected ? given : open()
    try {
      // The time that a process takes to start does not count against the message.
      await ready.get(child)
      const result = await work(child)
      release(child)
      return result
    } catch (error) {
      child.kill('SIGKILL')
      release(open())
      throw error
    }
  }

  const attemptTwice = <Result>(work: (child: ChildProcess) => Promise<Result>): Promise<Result> =>
    attempt(work).catch((error: unknown) => {
      if (!(error instanceof ParserKilledError)) throw error
      // The process may have been killed by the system, for lack of memory, rather than by the message: try once
      // more.
      return attempt(work)
    })

  return {
    async parse(content) {
      return parsedOf(await attemptTwice((child) => sendRequest(child, content, timeoutMs)))
    },
    parseLarge: (read, store) =>
      attemptTwice((child) => storeFiles(readLarge(child, read(), largeTimeoutMs), store)),
    async close() {
      await Promise.all(idle.map(end))
    },
  }
}

/** Sends a request and waits for the answer. Uses listeners, since an AbortSignal would create three errors for each message. */
function sendRequest(child: ChildProcess, request: ParserRequest, timeoutMs: number): Promise<ParserAnswer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      child.off('message', onAnswer).off('exit', onExit)
    }
    const onAnswer = (answer: unknown): void => {
      stop()
      resolve(answer as ParserAnswer)
    }
    const onExit = (_code: number | null, killedBy: NodeJS.Signals | null): void => {
      stop()
      // A process that exceeds its own memory limit aborts.
      reject(
        killedBy === 'SIGKILL'
          ? new ParserKilledError('the parser was killed')
          : new Error('the parser died'),
      )
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`parsing took longer than ${timeoutMs} ms`))
    }, timeoutMs)
    child.on('message', onAnswer).on('exit', onExit)
    child.send(request)
  })
}

/** @param timeoutMs the process's own time, not counting the waits for pieces and for files to be stored */
async function* readLarge(
  child: ChildProcess,
  message: AsyncIterable<Buffer>,
  timeoutMs: number,
): AsyncGenerator<FilePiece, ParsedMessage> {
  let leftMs = timeoutMs
  const send = async (request: ParserRequest): Promise<ParserAnswer> => {
    const sentAt = performance.now()
    const answer = await sendRequest(child, request, leftMs)
    leftMs -= performance.now() - sentAt
    return answer
  }
  async function* sendAll(request: ParserRequest): AsyncGenerator<FilePiece, ParserAnswer> {
    let answer = await send(request)
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
