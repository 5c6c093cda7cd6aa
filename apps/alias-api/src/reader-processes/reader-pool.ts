import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createTurns } from '@waypost/concurrency'
import { isReady } from './is-ready.ts'
import { openReader } from './open-reader.ts'
import { ReaderKilledError } from './send-request.ts'

export interface ReaderPoolOptions {
  /** The module that the processes run. */
  entry: URL
  /** How many there are at most. Each is started when it is first needed. */
  processes: number
  memoryMiB: number
  youngMiB: number
  /** How far they come behind other processes; see `openReader`. */
  nice?: number
  /** Ends a process that was not needed for so long; by default none. */
  idleMs?: number
}

/** Processes that each read one message at a time. */
export interface ReaderPool {
  /**
   * Does something with a process of its own. A process with which that fails is ended. If the system has killed it,
   * for lack of memory rather than because of the message, the work is done once more.
   *
   * @param ownerId by which those who wait for a process take turns; absent: nobody's
   */
  use<Result>(work: (child: ChildProcess) => Promise<Result>, ownerId?: string): Promise<Result>
  close(): Promise<void>
}

interface Idle {
  child: ChildProcess
  timer: NodeJS.Timeout | undefined
}

export function createReaderPool({
  entry,
  processes,
  memoryMiB,
  youngMiB,
  nice,
  idleMs,
}: ReaderPoolOptions): ReaderPool {
  const ready = new WeakMap<ChildProcess, Promise<void>>()
  const open = () => {
    const child = openReader(entry, memoryMiB, youngMiB, nice)
    // Nobody waits for this process any more: the next message gets a new one.
    child.on('error', () => {})
    ready.set(child, isReady(child))
    return child
  }
  const idle: Idle[] = []
  const inTurn = createTurns(processes)
  const endWhenIdle = (child: ChildProcess): NodeJS.Timeout | undefined =>
    idleMs === undefined
      ? undefined
      : setTimeout(() => {
          idle.splice(
            idle.findIndex((each) => each.child === child),
            1,
          )
          child.kill('SIGKILL')
        }, idleMs).unref()
  const release = (child: ChildProcess) => idle.push({ child, timer: endWhenIdle(child) })
  const acquire = (): ChildProcess => {
    const free = idle.pop()
    clearTimeout(free?.timer)
    return free?.child ?? open()
  }
  const attempt = async <Result>(work: (child: ChildProcess) => Promise<Result>): Promise<Result> => {
    const given = acquire()
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
  return {
    use: (work, ownerId = '') =>
      inTurn(ownerId, () =>
        attempt(work).catch((error: unknown) => {
          if (!(error instanceof ReaderKilledError)) throw error
          return attempt(work)
        }),
      ),
    async close() {
      for (const { timer } of idle) clearTimeout(timer)
      await Promise.all(idle.splice(0).map(({ child }) => end(child)))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
