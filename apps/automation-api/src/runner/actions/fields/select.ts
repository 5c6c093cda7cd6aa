import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function select(action: ActionOf<'select'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  await element.selectOption(action.values, { timeout: step.remainingMs() })
}
