import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function uncheck(action: ActionOf<'uncheck'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  await element.uncheck({ timeout: step.remainingMs() })
}
