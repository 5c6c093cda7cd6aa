/** Rejects with the signal's reason when the signal aborts, without waiting for the work. */
export async function withinRun<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const done = new AbortController()
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), {
      once: true,
      signal: done.signal,
    })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    done.abort()
  }
}
