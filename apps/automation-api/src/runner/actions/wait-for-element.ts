import { findElements, waitUntilHidden } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function waitForElement(
  { selectors, visible = true }: ActionOf<'waitForElement'>,
  step: Step,
): Promise<void> {
  if (visible) await findElements(step, selectors)
  else await waitUntilHidden(step, selectors)
}
