import { findElement } from '../../elements/find-elements.ts'
import { findChildFrame } from '../../pages/find-frames.ts'
import type { ActionOf, Step } from '../../step.ts'
import { waitUntil } from '../../wait-until.ts'

export async function scroll(
  { selectors, frame, x = 0, y = 0 }: ActionOf<'scroll'>,
  step: Step,
): Promise<void> {
  const position = { left: x, top: y, behavior: 'instant' }
  if (selectors) {
    const element = await findElement(step, { selectors, frame })
    await element.evaluate((found, to) => found.scrollTo(to), position, { timeout: step.remainingMs() })
    return
  }
  const top = step.frame ?? step.page.mainFrame()
  const scrolled = await waitUntil(step, () => findChildFrame(top, frame ?? []))
  if (!scrolled) throw new Error(`the page has no frame ${frame?.join(', ')} within ${step.timeoutMs} ms`)
  await scrolled
    .locator(':root')
    .evaluate((root, to) => root.ownerDocument.defaultView.scrollTo(to), position, {
      timeout: step.remainingMs(),
    })
}
