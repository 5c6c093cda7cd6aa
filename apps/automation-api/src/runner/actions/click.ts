import { findElement } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function click({ selectors }: ActionOf<'click'>, step: Step): Promise<void> {
  const element = await findElement(step, selectors)
  // Playwright also waits for the new page to be there when the click starts a navigation.
  await element.click({ timeout: step.remainingMs() })
}
