import { once } from 'node:events'

/** Notifies of changes of things that have an id. */
export interface Feed {
  /** All changes of one thing from now on. */
  subscribe(id: string): Changes
}

export interface Changes {
  /** True at the next change; false when there was none for `quietMs`, or the signal aborted. */
  next(quietMs: number, signal: AbortSignal): Promise<boolean>
  close(): void
}

/**
 * Passes notifications to their subscribers.
 *
 * @returns `announce`: the thing with this id has changed or, without an id, any may have
 */
export function createFeed(): Feed & { announce(id?: string): void } {
  const waiting = new Map<string, Set<() => void>>()

  return {
    announce(id) {
      const woken = id === undefined ? [...waiting.values()] : [waiting.get(id) ?? []]
      for (const callbacks of woken) for (const wake of callbacks) wake()
    },
    subscribe(id) {
      let hasChanged = false
      let wake = new AbortController()
      const onChange = () => {
        hasChanged = true
        wake.abort()
      }
      const callbacks = waiting.get(id) ?? new Set()
      waiting.set(id, callbacks.add(onChange))
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
          // Later subscribers are in another set, once this one was empty.
          if (callbacks.size === 0 && waiting.get(id) === callbacks) waiting.delete(id)
        },
      }
    },
  }
}
