import type { BrowserContext, Page } from 'playwright-core'
import type { RecorderMessage, RecorderTold, ViewInput, ViewMessage } from '@waypost/live-view'

/** Records what a person does in a view. Only what comes from a view makes steps, and nothing that a page does. */
export interface ViewRecorder {
  /** Passes input on to the page, once it is known what it is for. */
  input(page: Page, input: ViewInput): void
  perform(page: Page | undefined, message: RecorderMessage): void
  /** The page's question for files was answered with these. */
  filesChosen(page: Page, files: Extract<ViewMessage, { type: 'files' }>['files']): void
  /** Releases what is still held down. */
  release(): void
  /** Tells a view what there is, and what changes until the signal aborts. */
  onTell(listener: (message: RecorderTold) => void, signal: AbortSignal): void
}

/** A run whose owner can watch it, and use its browser while the run waits for a person; or a recording. */
export interface LiveRun {
  readonly context: BrowserContext
  /** The window of the step under way. */
  page: Page
  /** Whether the run waits for a person. */
  isHandedOver: boolean
  /** Of a recording, once its person may act. */
  recorder: ViewRecorder | undefined
  /** The view that has control; undefined: none. */
  controller: object | undefined
  /** Whether a person has had control since the run was handed over. */
  wasControlled: boolean
  /** Called on each change of the above, until the signal aborts. */
  onChange(listener: () => void, signal: AbortSignal): void
  /** Sets what has changed. */
  change(
    changed: Partial<Pick<LiveRun, 'page' | 'isHandedOver' | 'recorder' | 'controller' | 'wasControlled'>>,
  ): void
  /** Aborted at the end of the run. */
  readonly ended: AbortSignal
}

/** The runs of this process that can be watched. */
export interface LiveRuns {
  /** Where this process serves views, for the executions' rows. */
  readonly address: string
  /**
   * It can be watched until its context closes.
   *
   * @param watchedId of the execution or the recording
   */
  open(watchedId: string, context: BrowserContext, page: Page): LiveRun
  find(watchedId: string): LiveRun | undefined
  /** Waits for one whose browser is being opened; undefined where it has ended, or is not opened until the signal aborts. */
  wait(watchedId: string, signal: AbortSignal): Promise<LiveRun | undefined>
}

/** So many ends are remembered: whoever asks for a run has just been told that it is running. */
const rememberedEnds = 1000

export function createLiveRuns(address: string): LiveRuns {
  const runs = new Map<string, LiveRun>()
  const ended = new Set<string>()
  const waiting = new Map<string, Set<() => void>>()
  const tell = (watchedId: string): void => {
    for (const goOn of waiting.get(watchedId) ?? []) goOn()
  }
  return {
    address,
    find: (watchedId) => runs.get(watchedId),
    async wait(watchedId, signal) {
      if (runs.has(watchedId) || ended.has(watchedId) || signal.aborted) return runs.get(watchedId)
      const { promise, resolve: goOn } = Promise.withResolvers<void>()
      const others = waiting.get(watchedId) ?? new Set()
      waiting.set(watchedId, others.add(goOn))
      signal.addEventListener('abort', () => goOn(), { once: true })
      await promise
      others.delete(goOn)
      if (others.size === 0) waiting.delete(watchedId)
      return runs.get(watchedId)
    },
    open(watchedId, context, page) {
      const ending = new AbortController()
      const listeners = new Set<() => void>()
      const run: LiveRun = {
        context,
        page,
        isHandedOver: false,
        recorder: undefined,
        controller: undefined,
        wasControlled: false,
        ended: ending.signal,
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
      runs.set(watchedId, run)
      context.once('close', () => {
        runs.delete(watchedId)
        ended.add(watchedId)
        if (ended.size > rememberedEnds) ended.delete(ended.values().next().value!)
        ending.abort()
      })
      tell(watchedId)
      return run
    },
  }
}
