import { press } from '../keys/press.ts'
import type { ActionOf, Step } from '../../step.ts'

export function click(action: ActionOf<'click'>, step: Step): Promise<void> {
  return press(action, step, 1)
}
