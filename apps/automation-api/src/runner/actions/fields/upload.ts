import { StorageError } from '@waypost/storage'
import { readFile, type FileOfStep } from '../../../automations/uploads/read-file.ts'
import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'
import { withinRun } from '../../within-run.ts'

export async function upload(action: ActionOf<'upload'>, step: Step): Promise<void> {
  const { name, contentType } = action.file
  const file = { name, mimeType: contentType, buffer: await read(action.file, step) }
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

async function read(file: FileOfStep, { storage, timeoutMs, remainingMs }: Step): Promise<Buffer> {
  const late = new StorageError(`not done within ${timeoutMs} ms`)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(late), remainingMs())
  try {
    return await withinRun(readFile(storage, file), limit.signal)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new Error(`the file "${file.name}" cannot be read: ${error.message}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
