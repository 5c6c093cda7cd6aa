import type { Action } from '../../automations/action.ts'
import { findElement, findElements } from '../find-elements.ts'
import { chooseTarget } from '../pages/choose-target.ts'
import type { Step } from '../step.ts'

/** Sees that there is what the action is about, and does nothing to it. */
export async function lookAhead(action: Action, runStep: Step): Promise<void> {
  const step = await chooseTarget(runStep, action.target)
  // One that waits says itself what it is content with, and does nothing either.
  if (!('selectors' in action) || !action.selectors || action.type === 'waitForElement') return
  const { selectors, frame } = action
  if (action.type === 'extractText' && action.multiple) await findElements(step, { selectors, frame })
  else await findElement(step, { selectors, frame }, { hidden: action.type === 'upload' })
}
