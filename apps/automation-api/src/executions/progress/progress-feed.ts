import { once } from 'node:events'

/** Notifies of changed executions. */
export interface ProgressFeed {
  /** All changes of one execution from now on. */
  subscribe(executionId: string): Changes
}

export interface Changes {
  /** True at the next change; false when there was none for `quietMs`, or the signal aborted. */
  next(quietMs: number, signal: AbortSignal): Promise<boolean>
  close(): void
}

/**
 * Passes notifications to their subscribers.
 *
 * @returns `announce`: an execution has changed or, without an id, any may have
 */
export function createProgressFeed(): ProgressFeed & { announce(executionId?: string): void } {
  const waiting = new Map<string, Set<() => void>>()

  return {
    announce(executionId) {
      const woken = executionId === undefined ? [...waiting.values()] : [waiting.get(executionId) ?? []]
      for (const callbacks of woken) for (const wake of callbacks) wake()
    },
    subscribe(executionId) {
      let hasChanged = false
      let wake = new AbortController()
      const onChange = () => {
        hasChanged = true
        wake.abort()
      }
      const callbacks = waiting.get(executionId) ?? new Set()
      waiting.set(executionId, callbacks.add(onChange))
      return {
        async next(quietMs, signal) {
          if (!hasChanged) {
            const until = AbortSignal.any([wake.signal, signal, AbortSignal.timeout(quietMs)])
            if (!until.aborted) await once(until, 'abort')
          }
          const isNew = hasChanged
          hasChanged = false
          wake = new AbortController()
          return isNew && !signal.aborted
        },
        close() {
          callbacks.delete(onChange)
          if (callbacks.size === 0) waiting.delete(executionId)
        },
      }
    },
  }
}
