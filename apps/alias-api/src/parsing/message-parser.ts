import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { isReady } from '../reader-processes/is-ready.ts'
import { keepFiles, type Keep } from './keep-files.ts'
import { openReader } from '../reader-processes/open-reader.ts'
import type { FilePiece } from './parse-large-message.ts'
import type { ParsedMessage } from './parse-message.ts'
import type { ParserAnswer, ParserRequest } from './parser-request.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'

/**
 * Reads messages in processes of their own, which can do nothing else and know no secret: a message that is made to
 * hurt hurts nothing but itself.
 */
export interface MessageParser {
  /** Rejects for a message that cannot be parsed, or not within the time or the memory that one may take. */
  parse(content: Buffer): Promise<ParsedMessage>
  /**
   * The same for one of which never more than a piece is in this process, and of its attachments neither.
   *
   * @param read reads it from its beginning, as often as is asked for
   */
  parseLarge(read: () => AsyncIterable<Buffer>, keep: Keep): Promise<ParsedMessage>
  close(): Promise<void>
}

export interface ParserOptions {
  /** Messages at a time. */
  processes: number
  timeoutMs: number
  /** For one that comes in pieces, not counting the time in which it waits for them; by default the same. */
  largeTimeoutMs?: number
  memoryMiB: number
  /** What the processes run. */
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
    // Of one that nobody waits for: the next message gets another.
    child.on('error', () => {})
    ready.set(child, isReady(child))
    return child
  }
  const idle: ChildProcess[] = []
  let opened = 0
  const waiting: ((child: ChildProcess) => void)[] = []
  const giveBack = (child: ChildProcess) => {
    const next = waiting.shift()
    if (next) next(child)
    else idle.push(child)
  }

  const take = async (): Promise<ChildProcess> => {
    const free = idle.pop()
    if (free) return free
    if (opened === processes) return new Promise((resolve) => waiting.push(resolve))
    opened += 1
    return open()
  }
  const attempt = async <Result>(work: (child: ChildProcess) => Promise<Result>): Promise<Result> => {
    const given = await take()
    const child = given.connected ? given : open()
    try {
      // How long a process takes to start is not the message's fault.
      await ready.get(child)
      const result = await work(child)
      giveBack(child)
      return result
    } catch (error) {
      child.kill('SIGKILL')
      giveBack(open())
      throw error
    }
  }

  const attemptTwice = <Result>(work: (child: ChildProcess) => Promise<Result>): Promise<Result> =>
    attempt(work).catch((error: unknown) => {
      if (!(error instanceof ParserKilledError)) throw error
      // Perhaps somebody else has, who needed the memory.
      return attempt(work)
    })

  return {
    async parse(content) {
      return parsedOf(await attemptTwice((child) => ask(child, content, timeoutMs)))
    },
    parseLarge: (read, keep) =>
      attemptTwice((child) => keepFiles(readLarge(child, read(), largeTimeoutMs), keep)),
    async close() {
      await Promise.all(idle.map(end))
    },
  }
}

/** By listeners: to give up waiting by an AbortSignal makes three errors for each message that is answered. */
function ask(child: ChildProcess, request: ParserRequest, timeoutMs: number): Promise<ParserAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      child.off('message', onAnswer).off('exit', onExit)
    }
    const onAnswer = (answer: unknown): void => {
      settle()
      resolve(answer as ParserAnswer)
    }
    const onExit = (_code: number | null, killedBy: NodeJS.Signals | null): void => {
      settle()
      // What runs out of its own memory aborts.
      reject(
        killedBy === 'SIGKILL'
          ? new ParserKilledError('the parser was killed')
          : new Error('the parser died'),
      )
    }
    const timer = setTimeout(() => {
      settle()
      reject(new Error(`parsing took longer than ${timeoutMs} ms`))
    }, timeoutMs)
    child.on('message', onAnswer).on('exit', onExit)
    child.send(request)
  })
}

/** @param timeoutMs of what the process takes, however long the pieces and those who keep the files do */
async function* readLarge(
  child: ChildProcess,
  message: AsyncIterable<Buffer>,
  timeoutMs: number,
): AsyncGenerator<FilePiece, ParsedMessage> {
  let leftMs = timeoutMs
  const tell = async (request: ParserRequest): Promise<ParserAnswer> => {
    const askedAt = performance.now()
    const answer = await ask(child, request, leftMs)
    leftMs -= performance.now() - askedAt
    return answer
  }
  async function* tellAll(request: ParserRequest): AsyncGenerator<FilePiece, ParserAnswer> {
    let answer = await tell(request)
    for (; 'file' in answer; answer = await tell({ isKept: true }))
      yield { file: answer.file, bytes: toBuffer(answer.bytes) }
    return answer
  }
  let answer = yield* tellAll({ isLarge: true })
  for await (const piece of message) {
    if (!('wants' in answer)) break
    answer = yield* tellAll({ piece })
  }
  if ('wants' in answer) answer = yield* tellAll({ piece: null })
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
