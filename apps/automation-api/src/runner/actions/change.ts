import { findElement } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function change({ selectors, value }: ActionOf<'change'>, step: Step): Promise<void> {
  const element = await findElement(step, selectors)
  // The Recorder writes a choice in a drop-down as a change too.
  const isSelect = await element.evaluate(({ tagName }) => tagName === 'SELECT', null, {
    timeout: step.remainingMs(),
  })
  if (isSelect) await element.selectOption(value, { timeout: step.remainingMs() })
  else await element.fill(value, { timeout: step.remainingMs() })
}
