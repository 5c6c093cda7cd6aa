/**
 * Does something now, and again a while after each time that it was done.
 *
 * @param work is told by the signal to come to an end
 * @returns ends it, when what is under way is done
 */
export function repeat(
  work: (stopping: AbortSignal) => Promise<void>,
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
