import type { Page } from 'playwright-core'
import type { ViewInput } from '@waypost/live-view'
import { beginPress, endPress } from './acts/act-by-pointer.ts'
import { pressKey } from './acts/act-by-keys.ts'
import { scrollPage } from './acts/scroll-page.ts'
import { typeInto } from './acts/type-text.ts'
import { highlight, pickElement } from './picking/pick-element.ts'
import { findFocus } from './pointing/point-at.ts'
import type { RecorderState } from './recorder-state.ts'

type Enqueue = (task: () => Promise<void>) => void

/** Where the pointer is while something is pointed out; of several movements only the last counts. */
const pointers = new WeakMap<RecorderState, { page: Page; x: number; y: number }>()

/** Records what a person's input does, and passes it on. While something is pointed out, the page gets none of it. */
export function recordInput(state: RecorderState, page: Page, input: ViewInput, enqueue: Enqueue): void {
  const isRecording = state.mode === 'record'
  switch (input.type) {
    case 'move':
      return isRecording ? state.input.perform(page, input) : pointOut(state, page, input, enqueue)
    case 'scroll':
      return scrollPage(state, page, input)
    case 'press':
      return enqueue(() => (isRecording ? beginPress(state, page, input) : pickElement(state, page, input)))
    case 'release':
      return enqueue(() => endPress(state, page, input))
    case 'keyDown':
    case 'keyUp':
      return isRecording || input.type === 'keyUp' ? enqueue(() => pressKey(state, page, input)) : undefined
    case 'text':
      return isRecording ? enqueue(() => paste(state, page, input)) : undefined
  }
}

function pointOut(
  state: RecorderState,
  page: Page,
  { x, y }: Extract<ViewInput, { type: 'move' }>,
  enqueue: Enqueue,
): void {
  const isWaiting = pointers.has(state)
  pointers.set(state, { page, x, y })
  if (isWaiting) return
  enqueue(async () => {
    const at = pointers.get(state)!
    pointers.delete(state)
    if (state.offers.length === 0) await highlight(state, at.page, at)
  })
}

async function paste(
  state: RecorderState,
  page: Page,
  input: Extract<ViewInput, { type: 'text' }>,
): Promise<void> {
  await state.input.settled()
  const focus = await findFocus(page)
  const perform = () => state.input.perform(page, input)
  if (focus?.kind === 'field' && !focus.isReadOnly) await typeInto(state, page, focus, perform)
  else perform()
}
