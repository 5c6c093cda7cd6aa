import type { BrowserContext, Page } from 'playwright-core'
import type { Db } from '@waypost/postgres'
import { executionFailures } from '../db/tables.ts'
import type { StepResult } from '../executions/step-result.ts'
import type { StartedExecution } from '../executions/start-execution.ts'
import { takeFingerprint } from './healing/collect.ts'
import { readFailure, watchConsole, type PageFailure } from './read-failure.ts'
import { takeScreenshot } from './take-screenshot.ts'

/** Keeps what a run looked like. */
export interface RunCamera {
  /** After a step: its screenshot, where one is wanted; and how the page stands, where the step failed. */
  look(page: Page, index: number): Promise<Buffer | undefined>
  saveFailure(tx: Db, executionId: string): Promise<void>
}

export function createRunCamera(
  context: BrowserContext,
  {
    automation: { actions, screenshots },
    steps,
    secrets,
  }: { automation: StartedExecution['automation']; steps: StepResult[]; secrets: string[] },
): RunCamera {
  const consoleErrors = watchConsole(context)
  let failure: PageFailure | undefined
  const isWanted = (index: number, hasFailed: boolean): boolean => {
    if (screenshots !== 'key') return screenshots === 'all'
    // A screenshot costs as much as several steps: only where something has been reached, or gone wrong.
    return hasFailed || actions[index]!.type === 'navigate' || index === actions.length - 1
  }

  return {
    async look(page, index) {
      // A step may have closed the run's own page and gone on in another.
      const shown = page.isClosed() ? context.pages().at(-1) : page
      const hasFailed = steps[index]!.status === 'failed'
      if (!shown) return undefined
      const wanted = isWanted(index, hasFailed)
      const [screenshot, read] = await Promise.all([
        wanted ? takeScreenshot(shown, secrets) : undefined,
        hasFailed ? readFailure(shown, consoleErrors(), secrets) : undefined,
        wanted && !hasFailed && index < actions.length - 1 ? prepareForNext(shown) : undefined,
      ])
      failure = read
      return screenshot
    },
    async saveFailure(tx, executionId) {
      if (failure)
        await tx
          .insert(executionFailures)
          .values({ executionId, ...failure })
          .onConflictDoNothing()
    },
  }
}

/**
 * What looks at elements is set up in a page when it is first needed, which takes as long as a step. While a screenshot is
 * taken the page has nothing else to do.
 */
async function prepareForNext(page: Page): Promise<void> {
  await takeFingerprint(page.locator('body'), { timeoutMs: 200 }).catch(() => {})
}
