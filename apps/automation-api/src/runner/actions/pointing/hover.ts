import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function hover(action: ActionOf<'hover'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  await element.hover({ timeout: step.remainingMs() })
}
