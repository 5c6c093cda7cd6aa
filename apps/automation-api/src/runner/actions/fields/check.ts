import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function check(action: ActionOf<'check'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  await element.check({ timeout: step.remainingMs() })
}
