import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { buffer as readAll } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pieceBytes } from '../storage/storage.ts'
import { isReady } from './is-ready.ts'
import type { ParsedAttachment, ParsedMessage } from './parse-message.ts'
import type { ParserRequest } from './parser-request.ts'

/** A message that is read where it is kept, as often as is asked for. */
export interface LargeMessage {
  /** In bytes. */
  size: number
  open(): AsyncIterable<Buffer>
}

/** Keeps what is too large for a row, and says under which id. */
export type Keep = (pieces: AsyncIterable<Buffer>) => Promise<string>

/**
 * Reads messages in processes of their own, which can do nothing else and know no secret: a message that is made to
 * hurt hurts nothing but itself.
 */
export interface MessageParser {
  /** Rejects for a message that cannot be parsed, or not within the time or the memory that one may take. */
  parse(content: Buffer): Promise<ParsedMessage>
  /** The same for one of which never more than a piece is in this process, and of its attachments neither. */
  parseLarge(message: LargeMessage, keep: Keep): Promise<ParsedMessage>
  close(): Promise<void>
}

export interface ParserOptions {
  /** Messages at a time. */
  processes: number
  timeoutMs: number
  /** For one that comes in pieces; by default the same. */
  largeTimeoutMs?: number
  memoryMiB: number
  /** What the processes run. */
  entry?: URL
}

const answerMs = 30_000

class ParserKilledError extends Error {}

type Answer = { parsed: ParsedMessage } | { error: string }

export function createMessageParser({
  processes,
  timeoutMs,
  largeTimeoutMs = timeoutMs,
  memoryMiB,
  entry = new URL('parser-process.ts', import.meta.url),
}: ParserOptions): MessageParser {
  const ready = new WeakMap<ChildProcess, Promise<void>>()
  const open = () => {
    const child = fork(fileURLToPath(entry), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMiB}`, '--permission', '--allow-fs-read=*'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
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
    const free = idle.shift()
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
      return parsedOf(await attemptTwice((child) => ask<Answer>(child, content, timeoutMs)))
    },
    parseLarge: ({ size, open: openMessage }, keep) =>
      attemptTwice(async (child) => {
        await tell(child, { size })
        for await (const piece of openMessage()) await tell(child, { piece })
        const parsed = parsedOf(await ask<Answer>(child, { isEnd: true }, largeTimeoutMs))
        const attachments: ParsedAttachment[] = []
        for (const [index, attachment] of parsed.attachments.entries())
          attachments.push(await keepAttachment(attachment, readAttachment(child, index, attachment), keep))
        return { ...parsed, attachments }
      }),
    async close() {
      await Promise.all(idle.map(end))
    },
  }
}

/** By listeners: to give up waiting by an AbortSignal makes three errors for each message that is answered. */
function ask<Answered>(child: ChildProcess, request: ParserRequest, timeoutMs: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      child.off('message', onAnswer).off('exit', onExit)
    }
    const onAnswer = (answer: unknown): void => {
      settle()
      resolve(answer as Answered)
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

/** Resolves when there is room for more, so that no more than that waits in this process. */
async function tell(child: ChildProcess, request: ParserRequest): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.send(request, (error) => (error ? reject(error) : resolve()))
  })
}

async function* readAttachment(
  child: ChildProcess,
  attachment: number,
  { size }: ParsedAttachment,
): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += pieceBytes) {
    const range = { attachment, start, end: Math.min(start + pieceBytes, size) }
    const { bytes } = await ask<{ bytes: Uint8Array }>(child, range, answerMs)
    yield toBuffer(bytes)
  }
}

async function keepAttachment(
  attachment: ParsedAttachment,
  pieces: AsyncIterable<Buffer>,
  keep: Keep,
): Promise<ParsedAttachment> {
  if (attachment.size > pieceBytes) return { ...attachment, restId: await keep(pieces) }
  return { ...attachment, content: await readAll(pieces) }
}

function parsedOf(answer: Answer): ParsedMessage {
  if ('error' in answer) throw new Error(answer.error)
  return withBuffers(answer.parsed)
}

/** What comes from another process has lost what makes bytes a Buffer. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

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
