import type { Page } from 'playwright-core'
import type { Target } from '../pointing/describe-target.ts'
import { seeChange } from '../pointing/see-change.ts'
import type { RecorderState } from '../recorder-state.ts'
import { writeElementStep } from './write-step.ts'

/**
 * Records how a check box, a radio button or a switch is after a press: the step sets it so, whatever it was before. What
 * has not changed was only pressed.
 */
export async function recordChecked(state: RecorderState, page: Page, target: Target): Promise<void> {
  const { isChecked, isRadio, locator } = target.pointed
  await state.input.settled()
  const now = await seeChange(locator, (seen) => seen.isChecked !== isChecked)
  // A page may replace it by another one.
  const is = now ? now.isChecked : isRadio || !isChecked
  if (now && is === isChecked && !(isRadio && is)) writeElementStep(state, page, target, { type: 'click' })
  else writeElementStep(state, page, target, { type: is ? 'check' : 'uncheck' })
}
