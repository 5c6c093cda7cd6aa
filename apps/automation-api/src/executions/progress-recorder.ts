import { setTimeout } from 'node:timers/promises'
import type { Db } from '@waypost/postgres'
import { stepScreenshots } from '../db/tables.ts'
import { pendingSteps, type StepResult } from './step-result.ts'
import { recordProgress } from './progress.ts'

// Nobody sees more than ten states a second, and each costs what several steps of a quick run do.
const pauseMs = 100

/** Keeps what a run has come to, while the run goes on. */
export interface ProgressRecorder {
  /** As they are at any moment: whoever changes one says so with `changed`. */
  steps: StepResult[]
  changed(): void
  keepScreenshot(index: number, image: Buffer): void
  /** Resolves when nothing more is being written. */
  finish(): Promise<void>
}

/**
 * The run does not wait for what is written: one write is under way at a time, and the next, a moment later, has the
 * newest state of all.
 */
export function createProgressRecorder(
  db: Db,
  executionId: string,
  actions: { name: string; type: string }[],
): ProgressRecorder {
  const steps = pendingSteps(actions)
  const screenshots = new Set<Promise<void>>()
  let writing: Promise<void> | undefined
  let isDue = false
  const finished = new AbortController()

  const write = async (): Promise<void> => {
    // The end writes what was not shown until then.
    while (isDue && !finished.signal.aborted) {
      isDue = false
      await recordProgress(db, executionId, steps)
      await setTimeout(pauseMs, undefined, { signal: finished.signal }).catch(() => {})
    }
  }
  const changed = (): void => {
    isDue = true
    writing ??= write()
      // What could not be shown now is written with the end.
      .catch(() => {})
      .finally(() => (writing = undefined))
  }
  const insert = async (index: number, image: Buffer): Promise<void> => {
    await db.insert(stepScreenshots).values({ executionId, stepIndex: index, image }).onConflictDoNothing()
    steps[index]!.hasScreenshot = true
    changed()
  }

  return {
    steps,
    changed,
    keepScreenshot(index, image) {
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
