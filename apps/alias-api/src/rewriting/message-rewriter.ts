import type { ChildProcess } from 'node:child_process'
import { readersNice } from '../reader-processes/open-reader.ts'
import { createReaderPool } from '../reader-processes/reader-pool.ts'
import { ReaderKilledError, sendRequest } from '../reader-processes/send-request.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'
import type { Rewriting, RewriterAnswer, RewriterRequest, Rewritten } from './rewriter-request.ts'

/** Rewrites messages in processes of their own, which are there only while somebody needs them. */
export interface MessageRewriter {
  /**
   * @param read reads it from its beginning; called as often as needed
   * @param take stores the new message; called as often
   * @returns rejects for a message that cannot be rewritten, or that exceeds the limits of time or memory
   */
  rewrite<Taken>(
    read: () => AsyncIterable<Buffer>,
    how: Rewriting,
    take: (pieces: AsyncIterable<Buffer>) => Promise<Taken>,
  ): Promise<{ rewritten: Rewritten; taken: Taken }>
  close(): Promise<void>
}

export interface RewriterOptions {
  /** Messages at a time. */
  processes: number
  /** The time for a message, not counting the waits for its pieces, and for those of the new one to be taken. */
  timeoutMs: number
  memoryMiB: number
  /** Ends a process that was not needed for so long. */
  idleMs: number
  /** The module that the processes run. */
  entry?: URL
}

/** The message cannot be rewritten, or was not. */
export class RewritingError extends Error {}

/** The process took too long or died. That may be the message's fault, or that of a machine that is short of time or memory. */
export class UnfinishedRewritingError extends RewritingError {}

const youngMiB = 8
// Everybody's mail is listed first.
const nice = readersNice + 5

export function createMessageRewriter({
  timeoutMs,
  entry = new URL('rewriter-process.ts', import.meta.url),
  ...options
}: RewriterOptions): MessageRewriter {
  const pool = createReaderPool({ ...options, entry, youngMiB, nice })
  return {
    rewrite: (read, how, take) =>
      pool.use(async (child) => {
        let rewritten: Rewritten | undefined
        async function* pieces(): AsyncGenerator<Buffer> {
          rewritten = yield* exchangePieces(child, read, how, timeoutMs)
        }
        const taken = await take(pieces())
        if (!rewritten) throw new RewritingError('the new message was not read to its end')
        return { rewritten, taken }
      }),
    close: pool.close,
  }
}

async function* exchangePieces(
  child: ChildProcess,
  read: () => AsyncIterable<Buffer>,
  how: Rewriting,
  timeoutMs: number,
): AsyncGenerator<Buffer, Rewritten> {
  let leftMs = timeoutMs
  const send = async (request: RewriterRequest): Promise<RewriterAnswer> => {
    const sentAt = performance.now()
    const answer = await sendRequest<RewriterAnswer>(child, request, leftMs).catch((error: unknown) => {
      throw error instanceof ReaderKilledError ? error : new UnfinishedRewritingError(String(error))
    })
    leftMs -= performance.now() - sentAt
    return answer
  }
  let reading = read()[Symbol.asyncIterator]()
  try {
    let answer = await send({ begin: how })
    for (;;) {
      if ('rewritten' in answer) return answer.rewritten
      if ('error' in answer) throw new RewritingError(answer.error)
      if ('bytes' in answer) {
        yield toBuffer(answer.bytes)
        answer = await send({ isTaken: true })
      } else {
        if (answer.wants === 'first piece') {
          await reading.return?.()
          reading = read()[Symbol.asyncIterator]()
        }
        const next = await reading.next()
        answer = await send({ piece: next.done ? null : next.value })
      }
    }
  } finally {
    await reading.return?.()
  }
}
