import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DnsOptions } from '../services.ts'
import type { Authenticity, AuthenticityChecker, ReceivedMessage } from './authenticity.ts'
import type { CheckRequest } from './checker-process.ts'

export interface CheckerOptions {
  /** For one message, DNS included. */
  timeoutMs: number
  memoryMiB: number
  /** What the process runs. */
  entry?: URL
}

/** The process that many messages were with has ended; one of them may be why. */
class ProcessLostError extends Error {}

interface Waiting {
  resolve(authenticity: Authenticity): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

type Answer = { id: number } & ({ authenticity: Authenticity } | { error: string })

/**
 * Checks messages in a process of its own, many at a time. One that takes it too long, or more than its memory, ends
 * it; then each of those that were with it is checked once more in a process that it has to itself, so that the one
 * that is to blame harms no other.
 */
export function createAuthenticityChecker(
  dns: DnsOptions,
  { timeoutMs, memoryMiB, entry = new URL('checker-process.ts', import.meta.url) }: CheckerOptions,
): AuthenticityChecker {
  const open = () => openProcess(entry, memoryMiB)
  let common: Checker | undefined
  const alone = async (message: ReceivedMessage, dnsMs: number): Promise<Authenticity> => {
    const checker = open()
    try {
      return await checker.ask({ message, dns, dnsMs }, timeoutMs)
    } finally {
      checker.end()
    }
  }
  return {
    async check(message, dnsMs) {
      if (common === undefined || common.hasEnded()) common = open()
      try {
        return await common.ask({ message, dns, dnsMs }, timeoutMs)
      } catch (error) {
        if (error instanceof ProcessLostError) return alone(message, dnsMs)
        throw error
      }
    },
    async close() {
      common?.end()
    },
  }
}

interface Checker {
  ask(request: Omit<CheckRequest, 'id'>, timeoutMs: number): Promise<Authenticity>
  hasEnded(): boolean
  end(): void
}

function openProcess(entry: URL, memoryMiB: number): Checker {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let isOver = false
  const child: ChildProcess = fork(fileURLToPath(entry), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMiB}`, '--permission', '--allow-fs-read=*'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = (): void => {
    isOver = true
    child.kill('SIGKILL')
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new ProcessLostError('the message could not be checked'))
    }
    waiting.clear()
  }
  child.on('error', end)
  child.on('exit', end)
  child.on('message', (answer: Answer) => {
    const waiter = waiting.get(answer.id)
    if (!waiter) return
    waiting.delete(answer.id)
    clearTimeout(waiter.timer)
    if ('error' in answer) waiter.reject(new Error(answer.error))
    else waiter.resolve(answer.authenticity)
  })
  return {
    ask: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject, timer: setTimeout(end, timeoutMs) })
        child.send({ ...request, id: asked })
      }),
    hasEnded: () => isOver,
    end,
  }
}
