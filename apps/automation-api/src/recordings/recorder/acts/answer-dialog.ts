import type { Dialog } from 'playwright-core'
import { askPerson } from '../../../runner/pages/watch-interruptions.ts'
import type { RecorderState } from '../recorder-state.ts'

const MOST = 2000

/** Lets the person answer what pages ask. A message that asks nothing is closed, as it is in runs. */
export function watchDialogs(state: RecorderState): void {
  askPerson(state.context, (dialog: Dialog) => {
    const text = dialog.message().slice(0, MOST)
    if (dialog.type() === 'alert') {
      dialog.accept().catch(() => {})
      return state.tell({ type: 'notice', text: `The page says: “${text}”` })
    }
    state.dialog?.dismiss().catch(() => {})
    state.dialog = dialog
    const usual = dialog.defaultValue().slice(0, MOST)
    state.tell({ type: 'dialog', kind: dialog.type(), text, usual })
  })
}

/** The step that answers comes after the one that opens the dialog, which is written before the page hears of it. */
export function answerDialog(state: RecorderState, answer: 'accept' | 'dismiss', text?: string): void {
  const { dialog } = state
  state.dialog = undefined
  if (!dialog) return
  const isTyped = dialog.type() === 'prompt' && answer === 'accept' && text !== undefined
  state.draft.add(dialog.type(), { type: 'dialog', answer, ...(isTyped && { text }) })
  const answered = answer === 'accept' ? dialog.accept(isTyped ? text : undefined) : dialog.dismiss()
  answered.catch(() => {})
}
