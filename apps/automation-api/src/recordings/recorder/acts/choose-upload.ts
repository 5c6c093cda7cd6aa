import type { Page } from 'playwright-core'
import type { ViewMessage } from '@waypost/live-view'
import type { RecorderState } from '../recorder-state.ts'
import { writeElementStep } from './write-step.ts'

type Files = Extract<ViewMessage, { type: 'files' }>['files']

const MOST_BYTES = 512 * 1024

/** Makes a step of the files that a page was given: the field for them, or the button that asks for them, is the last pressed. */
export function recordUpload(state: RecorderState, page: Page, files: Files): void {
  const { lastPress } = state
  state.lastPress = undefined
  // The step opens what asks for files by itself.
  if (lastPress?.stepId !== undefined) state.draft.remove(lastPress.stepId)
  const [file, other] = files
  if (!file) return
  if (!lastPress)
    return state.tell({ type: 'notice', text: 'The file has no step: press what asks for it first.' })
  if (other) return state.tell({ type: 'notice', text: 'The files have no step: a step uploads one file.' })
  if (Buffer.byteLength(file.contentBase64, 'base64') > MOST_BYTES)
    return state.tell({
      type: 'notice',
      text: 'The file has no step, because it is larger than 512 KiB. Save it in the account, and let a step upload it from there.',
    })
  const { name, contentType, contentBase64 } = file
  writeElementStep(state, page, lastPress.target, {
    type: 'upload',
    file: { name, contentType: contentType || 'application/octet-stream', contentBase64 },
  })
}
