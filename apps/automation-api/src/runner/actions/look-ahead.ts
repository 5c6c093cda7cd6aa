import type { StoredAction } from '../../automations/action.ts'
import { findElement, findElements } from '../find-elements.ts'
import type { Step } from '../step.ts'
import { onPage } from './on-page.ts'

/** Sees that there is what the action is about, and does nothing to it. */
export function lookAhead(action: StoredAction, runStep: Step): Promise<void> {
  return onPage(action, runStep, (step) => look(action, step))
}

async function look(action: StoredAction, step: Step): Promise<void> {
  // One that waits says itself what it is content with, and does nothing either.
  if (!('selectors' in action) || !action.selectors || action.type === 'waitForElement') return
  const { selectors, frame, type } = action
  if (action.type === 'extractText' && action.multiple) await findElements(step, { selectors, frame })
  else await findElement(step, { selectors, frame, type }, { hidden: action.type === 'upload' })
}
