/** The time functions that a client needs. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** @throws the abort reason of `signal` */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => {
        clearTimeout(timer)
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
