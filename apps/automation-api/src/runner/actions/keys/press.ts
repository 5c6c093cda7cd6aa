import type { Locator, Page } from 'playwright-core'
import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'
import { watchForm } from '../fields/field-engine.ts'
import { sendPress } from './send-press.ts'

type Press = ActionOf<'click'> | ActionOf<'doubleClick'>

// Playwright's mouse has three buttons, and no other kind of pointer.
const MOUSE_BUTTONS = { primary: 'left', auxiliary: 'middle', secondary: 'right' } as const

export async function press(action: Press, step: Step, clickCount: number): Promise<void> {
  const { button = 'primary', deviceType = 'mouse', duration = 0 } = action
  const element = await findElement(step, action)
  const point = await choosePoint(action, element, step)
  const checkForm = watchForm(element)
  if (deviceType === 'mouse' && button !== 'back' && button !== 'forward') {
    const options = { button: MOUSE_BUTTONS[button], clickCount, delay: duration, position: point?.inBorder }
    // Playwright also waits for the new page when the click starts a navigation.
    await element
      .click({ ...options, timeout: step.remainingMs() })
      .catch((error: unknown) => acceptClosing(element.page(), error))
    await checkForm()
    return
  }
  // A trial waits until the element can be clicked and does not click.
  await element.click({ trial: true, position: point?.inBorder, timeout: step.remainingMs() })
  const box = await element.boundingBox({ timeout: step.remainingMs() })
  if (!box) throw new Error('the element went away')
  const x = box.x + (point?.x ?? box.width / 2)
  const y = box.y + (point?.y ?? box.height / 2)
  await sendPress(step, { x, y, deviceType, button, duration, clickCount })
  await checkForm()
}

// The press closed the window before Playwright had seen its end, so the step is complete.
async function acceptClosing(page: Page, error: unknown): Promise<void> {
  if (!page.isClosed() || !String(error).includes('performing click action')) throw error
  // Fails where the whole browser is gone.
  await page.context().cookies()
}

type Point = { x: number; y: number; inBorder: { x: number; y: number } }

// The Recorder counts from the border's outer edge and Playwright from its inner one. An element that is smaller than
// when it was recorded is clicked in its centre.
async function choosePoint(
  { offsetX, offsetY }: Press,
  element: Locator,
  step: Step,
): Promise<Point | undefined> {
  if (offsetX === undefined && offsetY === undefined) return undefined
  const box = await element.evaluate(
    (found) => {
      const { width, height } = found.getBoundingClientRect()
      return { width, height, left: found.clientLeft, top: found.clientTop }
    },
    null,
    { timeout: step.remainingMs() },
  )
  const { x, y } = { x: offsetX ?? box.width / 2, y: offsetY ?? box.height / 2 }
  const isInside = x >= 0 && y >= 0 && x < box.width && y < box.height
  return isInside ? { x, y, inBorder: { x: x - box.left, y: y - box.top } } : undefined
}
