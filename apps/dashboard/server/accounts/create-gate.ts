import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>

const retryAfterMs = 2000

/** Lets `concurrency` pieces of work run and `maxWaiting` wait for them; what comes beyond is refused at once. */
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
      // Who waits takes over the place: it is never free for somebody who came later.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
