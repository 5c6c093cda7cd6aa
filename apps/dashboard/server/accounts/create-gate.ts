import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

const retryAfterMs = 2000

/** Runs at most `concurrency` tasks and lets `maxWaiting` wait; further tasks are refused at once. */
export function createGate({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): Gate {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running < concurrency) running++
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new TooManyRequestsError(retryAfterMs)
    try {
      return await work()
    } finally {
      // A waiting task takes over the slot directly, so that no later task can get in first.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
