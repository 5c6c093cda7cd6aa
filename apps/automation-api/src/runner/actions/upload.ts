import { findElement } from '../find-elements.ts'
import type { ActionOf, Step } from '../step.ts'

export async function upload(action: ActionOf<'upload'>, step: Step): Promise<void> {
  const { name, contentType, contentBase64 } = action.file
  const file = { name, mimeType: contentType, buffer: Buffer.from(contentBase64, 'base64') }
  // Pages like to hide the field and show a button of their own in its place.
  const element = await findElement(step, action, { hidden: true })
  const hasField = await element.evaluate((found) => (found.control ?? found).type === 'file', null, {
    timeout: step.remainingMs(),
  })
  if (hasField) {
    await element.setInputFiles(file, { timeout: step.remainingMs() })
    return
  }
  const [chooser] = await Promise.all([
    step.page.waitForEvent('filechooser', { timeout: step.remainingMs() }),
    element.click({ timeout: step.remainingMs() }),
  ])
  await chooser.setFiles(file, { timeout: step.remainingMs() })
}
