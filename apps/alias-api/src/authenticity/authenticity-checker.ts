import { createTurns } from '@waypost/concurrency'
import type { DnsOptions } from '../services.ts'
import { isReady } from '../reader-processes/is-ready.ts'
import { openReader } from '../reader-processes/open-reader.ts'
import {
  CheckerLostError,
  type Authenticity,
  type AuthenticityChecker,
  type ReceivedMessage,
} from './authenticity.ts'
import type { CheckAnswer, CheckRequest, PieceOfMessage } from './checker-process.ts'

export interface CheckerOptions {
  /** The time for one message, DNS included. */
  timeoutMs: number
  memoryMiB: number
  /** The module that the process runs. */
  entry?: URL
}

// A process costs more than most checks. Starting forty at once, because the machine is slow, would make it slower.
const mostAlone = 2
// Many messages wait for DNS at a time. With a smaller young generation V8 copies what they hold again and again.
const youngMiB = 8

interface Waiting {
  resolve(authenticity: Authenticity): void
  reject(error: Error): void
  timer?: NodeJS.Timeout
  /** The time that the process has left, and since when it has been running out. */
  leftMs: number
  since: number
  /** Called when the process has taken a piece, or will take no more. */
  onTaken?: () => void
}

/**
 * Checks messages in a child process, many at a time. A message that takes too long or too much memory ends the
 * process. Each of the messages that were in it is then checked once more in a process of its own, so that the one at
 * fault harms no other.
 */
export function createAuthenticityChecker(
  dns: DnsOptions,
  { timeoutMs, memoryMiB, entry = new URL('checker-process.ts', import.meta.url) }: CheckerOptions,
): AuthenticityChecker {
  const open = () => openProcess(entry, memoryMiB)
  let common: Checker | undefined
  const inTurn = createTurns(mostAlone)
  const alone = async (message: ReceivedMessage, dnsMs: number): Promise<Authenticity> => {
    const checker = open()
    try {
      return await checker.check(message, { dns, dnsMs, timeoutMs })
    } finally {
      checker.end()
    }
  }
  return {
    async check(message, dnsMs, ownerId = '') {
      if (common === undefined || common.hasEnded()) common = open()
      try {
        return await common.check(message, { dns, dnsMs, timeoutMs })
      } catch (error) {
        if (error instanceof CheckerLostError) return inTurn(ownerId, () => alone(message, dnsMs))
        throw error
      }
    },
    async close() {
      common?.end()
    },
  }
}

interface Checker {
  /** @param options `timeoutMs`: when to end the check, not counting the time spent waiting for a piece */
  check(
    message: ReceivedMessage,
    options: Pick<CheckRequest, 'dns' | 'dnsMs'> & { timeoutMs: number },
  ): Promise<Authenticity>
  hasEnded(): boolean
  end(): void
}

function openProcess(entry: URL, memoryMiB: number): Checker {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isOver = false
  const child = openReader(entry, memoryMiB, youngMiB)
  const ready = isReady(child)
  const end = (): void => {
    isOver = true
    child.kill('SIGKILL')
    for (const { reject, timer, onTaken } of waiting.values()) {
      clearTimeout(timer)
      onTaken?.()
      reject(new CheckerLostError('the message could not be checked'))
    }
    waiting.clear()
  }
  child.on('error', end)
  child.on('exit', end)
  child.on('message', (answer: CheckAnswer) => {
    const waiter = waiting.get(answer.id)
    if (!waiter) return
    waiter.onTaken?.()
    if ('isTaken' in answer) return
    waiting.delete(answer.id)
    clearTimeout(waiter.timer)
    if ('error' in answer) waiter.reject(new Error(answer.error))
    else waiter.resolve(answer.authenticity)
  })
  const start = (waiter: Waiting): void => {
    waiter.since = performance.now()
    waiter.timer = setTimeout(end, waiter.leftMs)
  }
  const stop = (waiter: Waiting): void => {
    clearTimeout(waiter.timer)
    waiter.leftMs -= performance.now() - waiter.since
  }
  const send = (piece: PieceOfMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      child.send(piece, (error) => (error ? reject(new CheckerLostError(error.message)) : resolve()))
    })
  const sendAll = async (id: number, openWhole: () => AsyncIterable<Buffer>): Promise<void> => {
    try {
      for await (const piece of openWhole()) {
        const waiter = waiting.get(id)
        if (!waiter) return
        // At most one piece is buffered, in either process.
        const taken = new Promise<void>((resolve) => {
          waiter.onTaken = resolve
        })
        start(waiter)
        await send({ id, piece })
        await taken
        stop(waiter)
      }
      const waiter = waiting.get(id)
      if (waiter) start(waiter)
      await send({ id, piece: undefined })
    } catch (error) {
      const waiter = waiting.get(id)
      if (!waiter) return
      waiting.delete(id)
      clearTimeout(waiter.timer)
      waiter.reject(error as Error)
      await send({ id, piece: undefined }).catch(() => {})
    }
  }
  return {
    async check({ openWhole, ...message }, { timeoutMs, ...options }) {
      // The time that a process takes to start does not count against the message.
      await ready
      if (isOver) throw new CheckerLostError('the message could not be checked')
      return new Promise<Authenticity>((resolve, reject) => {
        lastId += 1
        const waiter: Waiting = { resolve, reject, leftMs: timeoutMs, since: 0 }
        waiting.set(lastId, waiter)
        const request: CheckRequest = { ...options, id: lastId, message, isLarge: openWhole !== undefined }
        child.send(request)
        if (openWhole) void sendAll(lastId, openWhole)
        else start(waiter)
      })
    },
    hasEnded: () => isOver,
    end,
  }
}
