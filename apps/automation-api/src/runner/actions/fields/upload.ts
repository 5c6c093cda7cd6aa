import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'
import { readUpload } from './read-upload.ts'

export async function upload(action: ActionOf<'upload'>, step: Step): Promise<void> {
  const file = await readUpload(action, step)
  // Many pages hide the field and show their own button instead.
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
