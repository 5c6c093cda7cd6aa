import type { Locator } from 'playwright-core'
import { ElementMissing, findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function drag(action: ActionOf<'drag'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  const target = await findTarget(action, step)
  await element.dragTo(target, { timeout: step.remainingMs() })
}

/** What was learned is about the element that is dragged, and says nothing about the other one. */
async function findTarget({ to }: ActionOf<'drag'>, step: Step): Promise<Locator> {
  const { inspect: _inspect, choose: _choose, ...plain } = step
  try {
    return await findElement(plain, { ...to, type: 'hover' })
  } catch (error) {
    if (error instanceof ElementMissing)
      throw new Error(`there is nowhere to drag it: ${error.message}`, { cause: error })
    throw error
  }
}
