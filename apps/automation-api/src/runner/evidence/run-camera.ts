import type { BrowserContext, Page } from 'playwright-core'
import type { Db } from '@waypost/postgres'
import { executionFailures } from '../../db/tables.ts'
import { listActions } from '../../automations/nesting/list-actions.ts'
import { nestedIn } from '../../automations/nesting/nested-in.ts'
import type { StepResult } from '../../executions/step-result.ts'
import type { StartedExecution } from '../../executions/start-execution.ts'
import { takeFingerprint } from '../healing/collect.ts'
import { readFailure, watchConsole, type PageFailure } from './read-failure.ts'
import { takeScreenshot } from './take-screenshot.ts'

/** Takes the screenshots of a run. */
export interface RunCamera {
  /**
   * After a step: returns its screenshot, where one is wanted, and records the page's state, where the step failed.
   */
  look(page: Page, index: number): Promise<Buffer | undefined>
  saveFailure(tx: Db, executionId: string): Promise<void>
}

export function createRunCamera(
  context: BrowserContext,
  {
    automation: { actions: tree, screenshots },
    stopBefore,
    steps,
    secrets,
  }: {
    automation: Pick<StartedExecution['automation'], 'actions' | 'screenshots'>
    stopBefore?: string | null | undefined
    steps: StepResult[]
    secrets: string[]
  },
): RunCamera {
  const actions = listActions(tree)
  // The last step of all, and not the last one within it.
  const last = actions.indexOf(actions.find(({ name }) => name === stopBefore) ?? tree.at(-1)!)
  const consoleErrors = watchConsole(context)
  let failure: PageFailure | undefined
  const isWanted = (index: number, hasFailed: boolean): boolean => {
    if (screenshots !== 'key') return screenshots === 'all'
    // A screenshot costs as much as several steps, so one is taken only where something was reached, or failed.
    return (
      hasFailed || (actions[index]!.type === 'navigate' && !steps[index]!.hasScreenshot) || index === last
    )
  }

  return {
    async look(page, index) {
      // A step may have closed the run's own page and continued in another.
      const shown = page.isClosed() ? context.pages().at(-1) : page
      // With a step fails the one that it is in, of which there is no other screenshot.
      const isWithin = nestedIn(actions[index]!).length > 0
      const hasFailed = steps[index]!.status === 'failed' && !isWithin
      if (!shown) return undefined
      const wanted = isWanted(index, hasFailed)
      const [screenshot, read] = await Promise.all([
        wanted ? takeScreenshot(shown, secrets) : undefined,
        hasFailed ? readFailure(shown, consoleErrors(), secrets) : undefined,
        wanted && !hasFailed && index !== last ? prepareForNext(shown) : undefined,
      ])
      if (hasFailed) failure = read
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
 * The code that inspects elements is set up in a page at its first use, which takes as long as a step. While a
 * screenshot is taken the page is idle.
 */
async function prepareForNext(page: Page): Promise<void> {
  await takeFingerprint(page.locator('body'), { timeoutMs: 200 }).catch(() => {})
}
