import type { StoredAction } from '../../automations/action.ts'
import { findElement, findElements } from '../elements/find-elements.ts'
import type { Step } from '../step.ts'
import { onPage } from './pages/on-page.ts'

/** Waits for the element of an action, without acting on it. */
export function lookAhead(action: StoredAction, runStep: Step): Promise<void> {
  return onPage(action, runStep, (step) => look(action, step))
}

async function look(action: StoredAction, step: Step): Promise<void> {
  if (action.type === 'extract') {
    const { rows, table, frame } = action
    if (rows) await findElements(step, { selectors: rows, frame })
    else await findElement(step, { selectors: table!, frame })
    return
  }
  // A waiting step has its own conditions, and does not act either.
  if (!('selectors' in action) || !action.selectors) return
  if (action.type === 'waitForElement' || action.type === 'assert') return
  const { selectors, frame, type } = action
  if (action.type === 'extractText' && action.multiple) await findElements(step, { selectors, frame })
  else await findElement(step, { selectors, frame, type }, { hidden: action.type === 'upload' })
}
