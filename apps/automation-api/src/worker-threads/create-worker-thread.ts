import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CallAnswer, Calls, CallRequest } from './answer-calls.ts'

/** A call took too long, or more memory than its thread may have. */
export class LimitExceededError extends Error {
  override name = 'LimitExceededError'
}

export type WorkerThread<Known extends Calls> = {
  [Name in keyof Known]: (...args: Parameters<Known[Name]>) => Promise<Awaited<ReturnType<Known[Name]>>>
} & { close(): Promise<void> }

export interface WorkerThreadOptions {
  /** The thread's module, which ends with `answerCalls`. */
  entry: URL
  /** The longest that one call may take, without the calls before it and the start of the thread. */
  timeoutMs: number
  memoryMiB?: number
  /** How long the thread outlives its last call, in milliseconds. */
  idleMs?: number
}

// A thread that has loaded its module takes some 100 MiB. To start another takes a second, for which a call has to wait.
const usualIdleMs = 600_000

/**
 * A thread for work on text that strangers wrote, where a regular expression may never end: a call that passes its
 * deadline is rejected, the thread is terminated, and the next call starts another. Calls run one at a time, so that
 * each has its own deadline. The thread starts with the first call, ends when it has had none for a while, and keeps no
 * process alive.
 */
export function createWorkerThread<Known extends Calls>(
  names: (keyof Known & string)[],
  { entry, timeoutMs, memoryMiB = 256, idleMs = usualIdleMs }: WorkerThreadOptions,
): WorkerThread<Known> {
  let current: Promise<Worker> | undefined
  let live: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  // A thread that ends between two calls is replaced by the next call.
  const discard = (worker: Worker): void => {
    if (live === worker) current = undefined
  }
  const start = async (): Promise<Worker> => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: memoryMiB } })
    live = worker
    worker.on('error', () => discard(worker)).on('exit', () => discard(worker))
    await answerOf(worker)
    return worker
  }
  const end = async (): Promise<void> => {
    const ending = current
    // A call that comes meanwhile starts another.
    current = undefined
    const worker = await ending?.catch(() => undefined)
    await worker?.terminate()
  }
  const work = async (request: CallRequest): Promise<unknown> => {
    current ??= start()
    const starting = current
    const worker = await starting.catch((error: unknown) => {
      current = undefined
      throw error
    })
    worker.ref()
    try {
      const answer = answerOf(worker, timeoutMs)
      worker.postMessage(request, [])
      const { error, value } = await answer
      if (error !== undefined) throw new Error(error)
      return value
    } catch (error) {
      if (isOutOfMemory(error)) throw new LimitExceededError(`it takes more than ${memoryMiB} MiB`)
      if (error instanceof LimitExceededError) await end()
      throw error
    } finally {
      worker.unref()
    }
  }
  const call = (request: CallRequest): Promise<unknown> => {
    clearTimeout(idle)
    const answer = last.then(() => work(request))
    const answered = answer
      .catch(() => {})
      .then(() => {
        if (last === answered) idle = setTimeout(() => void end(), idleMs).unref()
      })
    last = answered
    return answer
  }
  const calls = names.map((name) => [name, (...args: unknown[]) => call({ name, args })])
  return {
    ...Object.fromEntries(calls),
    async close() {
      clearTimeout(idle)
      await end()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** @param timeoutMs after which the answer is too late */
function answerOf(worker: Worker, timeoutMs?: number): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer)
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit)
    }
    const onAnswer = (answer: CallAnswer): void => {
      finish()
      resolve(answer)
    }
    const onError = (error: Error): void => {
      finish()
      reject(error)
    }
    const onExit = (): void => onError(new Error('the worker thread ended'))
    const onTimeout = async (): Promise<void> => {
      // Where this thread was busy, the answer may have arrived in time and be read only now.
      await setImmediate()
      onError(new LimitExceededError(`it takes more than ${timeoutMs} ms`))
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => void onTimeout(), timeoutMs)
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit)
  })
}
