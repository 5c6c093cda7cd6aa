/** Does not wait for what is under way when the signal aborts, but rejects with its reason. */
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
