import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'
import { watchFocusedForm } from '../fields/field-engine.ts'

const SUBMITTING = /^(?:Numpad)?Enter$/

/** Presses a key, or several at once, on an element or where the focus is. */
export async function pressKeys(action: ActionOf<'press'>, step: Step): Promise<void> {
  const { key, selectors, frame } = action
  if (selectors) {
    const element = await findElement(step, { selectors, frame, type: action.type })
    await element.focus({ timeout: step.remainingMs() })
  }
  const checkForm = SUBMITTING.test(key) ? await watchFocusedForm(step.page.mainFrame()) : undefined
  try {
    await step.page.keyboard.press(key)
  } catch (error) {
    if (!String(error).includes('Unknown key')) throw error
    throw new Error(`there is no key "${key}": write it as Enter, ArrowDown or Control+A`, { cause: error })
  }
  await checkForm?.()
}
