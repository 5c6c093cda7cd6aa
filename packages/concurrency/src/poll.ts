/**
 * Runs `work` now, and again `pauseMs` after each time that it has ended or failed.
 *
 * @param work should end early when the signal fires
 * @returns stops it; resolves when the current run has ended
 */
export function poll(
  work: (stopping: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const workOnce = async (): Promise<void> => {
    await work(stopping.signal).catch(onError)
    if (!stopping.signal.aborted) timer = setTimeout(workAgain, pauseMs)
  }
  const workAgain = (): void => {
    working = workOnce()
  }
  let working = workOnce()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await working
  }
}
