/**
 * Does something now, and again `pauseMs` after each time that it has ended, whether well or not.
 *
 * @param work is told by the signal to come to an end
 * @returns stops it; resolves when what is under way has ended
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
