import type { Locator } from 'playwright-core'
import { findElement } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function change(action: ActionOf<'change'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  try {
    await element.fill(action.value, { timeout: step.remainingMs() })
  } catch (error) {
    // The Recorder writes a choice in a drop-down as a change too, and asking first costs every change of a field.
    const isSelect = String(error).includes('Element is not an <input>') && (await isDropDown(element))
    if (!isSelect) throw error
    await element.selectOption(action.value, { timeout: step.remainingMs() })
  }
}

const isDropDown = async (element: Locator) => (await element.locator('xpath=self::select').count()) > 0
