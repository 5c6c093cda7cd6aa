import { press } from '../keys/press.ts'
import type { ActionOf, Step } from '../../step.ts'

export function doubleClick(action: ActionOf<'doubleClick'>, step: Step): Promise<void> {
  return press(action, step, 2)
}
