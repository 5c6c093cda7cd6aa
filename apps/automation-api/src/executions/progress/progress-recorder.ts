import { setTimeout } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { insertScreenshot } from './insert-screenshot.ts'
import { pendingSteps, type StepResult } from '../step-result.ts'
import { recordProgress } from './progress.ts'

// Writing a state, and sending it to those who watch, costs as much as several steps of a quick run.
const pauseMs = 400

/** Stores the progress of a run while it goes on. */
export interface ProgressRecorder {
  /** The steps in their current state; after changing one, call `changed`. */
  steps: StepResult[]
  changed(): void
  addScreenshot(index: number, image: Buffer): void
  /** Resolves when no write is under way. */
  finish(): Promise<void>
}

/**
 * The run does not wait for writes: one write is under way at a time, and the next one, a moment later, has the newest
 * state.
 */
export function createProgressRecorder(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  executionId: string,
  actions: { name: string; type: string }[],
  /** Of the sign-in, which comes before them. */
  before: StepResult[] = [],
): ProgressRecorder {
  const steps = [...before, ...pendingSteps(actions)]
  const screenshots = new Set<Promise<void>>()
  let writing: Promise<void> | undefined
  let isDue = false
  const finished = new AbortController()

  const write = async (): Promise<void> => {
    // Changes that were not shown by then are written with the end of the run.
    while (isDue && !finished.signal.aborted) {
      isDue = false
      await recordProgress(db, executionId, steps)
      await setTimeout(pauseMs, undefined, { signal: finished.signal }).catch(() => {})
    }
  }
  const changed = (): void => {
    isDue = true
    writing ??= write()
      // A failed write is made up for by the end of the run.
      .catch(() => {})
      .finally(() => (writing = undefined))
  }
  const insert = async (index: number, image: Buffer): Promise<void> => {
    if (!(await insertScreenshot({ db, limits }, executionId, index, image))) return
    steps[index]!.hasScreenshot = true
    changed()
  }

  return {
    steps,
    changed,
    addScreenshot(index, image) {
      const screenshot = insert(index, image)
        .catch(() => {})
        .finally(() => screenshots.delete(screenshot))
      screenshots.add(screenshot)
    },
    async finish() {
      finished.abort()
      await Promise.all(screenshots)
      await writing
    },
  }
}
