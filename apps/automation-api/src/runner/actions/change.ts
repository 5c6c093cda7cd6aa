import { findElement } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function change(action: ActionOf<'change'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  // The Recorder writes a choice in a drop-down as a change too.
  // Asked by a selector: the first question in the page's own world costs as much as all the rest.
  const isSelect = (await element.locator('xpath=self::select').count()) > 0
  if (isSelect) await element.selectOption(action.value, { timeout: step.remainingMs() })
  else await element.fill(action.value, { timeout: step.remainingMs() })
}
