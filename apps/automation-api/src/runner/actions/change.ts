import { findElement } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function change(action: ActionOf<'change'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  // The Recorder writes a choice in a drop-down as a change too.
  const isSelect = await element.evaluate(({ tagName }) => tagName === 'SELECT', null, {
    timeout: step.remainingMs(),
  })
  if (isSelect) await element.selectOption(action.value, { timeout: step.remainingMs() })
  else await element.fill(action.value, { timeout: step.remainingMs() })
}
