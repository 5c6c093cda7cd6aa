import type { BrowserContext, Page } from 'playwright-core'

/** A run whose owner can watch it, and use its browser while the run waits for a person. */
export interface LiveRun {
  readonly context: BrowserContext
  /** The window of the step under way. */
  page: Page
  /** Whether the run waits for a person. */
  isHandedOver: boolean
  /** The view that has control; undefined: none. */
  controller: object | undefined
  /** Whether a person has had control since the run was handed over. */
  wasControlled: boolean
  /** Called on each change of the above, until the signal aborts. */
  onChange(listener: () => void, signal: AbortSignal): void
  /** Sets what has changed. */
  change(changed: Partial<Pick<LiveRun, 'page' | 'isHandedOver' | 'controller' | 'wasControlled'>>): void
  /** Aborted at the end of the run. */
  readonly ended: AbortSignal
}

/** The runs of this process that can be watched. */
export interface LiveRuns {
  /** Where this process serves views, for the executions' rows. */
  readonly address: string
  /** It can be watched until its context closes. */
  open(executionId: string, context: BrowserContext, page: Page): LiveRun
  find(executionId: string): LiveRun | undefined
}

export function createLiveRuns(address: string): LiveRuns {
  const runs = new Map<string, LiveRun>()
  return {
    address,
    find: (executionId) => runs.get(executionId),
    open(executionId, context, page) {
      const ended = new AbortController()
      const listeners = new Set<() => void>()
      const run: LiveRun = {
        context,
        page,
        isHandedOver: false,
        controller: undefined,
        wasControlled: false,
        ended: ended.signal,
        onChange(listener, signal) {
          listeners.add(listener)
          signal.addEventListener('abort', () => listeners.delete(listener), { once: true })
        },
        change(changed) {
          Object.assign(run, changed)
          if (!run.isHandedOver) run.controller = undefined
          if (run.controller) run.wasControlled = true
          for (const listener of listeners) listener()
        },
      }
      runs.set(executionId, run)
      context.once('close', () => {
        runs.delete(executionId)
        ended.abort()
      })
      return run
    },
  }
}
