/** The time that a run may take. */
export interface TimeLimit {
  signal: AbortSignal
  clear: () => void
  /** Stops the time; the returned function lets it go on. */
  pause: () => () => void
}

export function timeLimit(ms: number): TimeLimit {
  const limit = new AbortController()
  const end = () => limit.abort(new Error(`The run took longer than ${ms / 1000} s`))
  let leftMs = ms
  let begunAt = performance.now()
  let timer = setTimeout(end, leftMs)
  return {
    signal: limit.signal,
    clear: () => clearTimeout(timer),
    pause() {
      clearTimeout(timer)
      leftMs -= performance.now() - begunAt
      return () => {
        begunAt = performance.now()
        timer = setTimeout(end, Math.max(0, leftMs))
      }
    },
  }
}
