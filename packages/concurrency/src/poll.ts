/** When a work that is repeated has something to do again, as far as it knows. */
export interface NextWork {
  dueInMs: number
}

/** A work that is repeated. */
export interface Poll {
  /** Works now, or once more as soon as the current run has ended. */
  wake(): void
  /** Works in so many ms, if it would not do so sooner. */
  expect(dueInMs: number): void
  /** Stops it; resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` now, and again after each time that it has ended or failed: `mostMs` later, or sooner where it says that there
 * is something to do, or is woken.
 *
 * @param work should end early when the signal fires
 */
export function poll(
  work: (stopping: AbortSignal) => Promise<NextWork | void>,
  mostMs: number,
  onError: (error: unknown) => void,
): Poll {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let nextAt = Infinity
  let isWorking = true

  const workOnce = async (): Promise<void> => {
    isWorking = true
    nextAt = Infinity
    const next = await work(stopping.signal).catch(onError)
    isWorking = false
    expect(Math.min(mostMs, next?.dueInMs ?? mostMs))
  }
  const expect = (dueInMs: number): void => {
    const waitMs = Math.max(0, Math.ceil(dueInMs))
    nextAt = Math.min(nextAt, performance.now() + waitMs)
    if (isWorking || stopping.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        working = workOnce()
      },
      Math.max(0, nextAt - performance.now()),
    )
  }
  let working = workOnce()
  return {
    expect,
    wake: () => expect(0),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
