import type { Action } from '../../automations/action.ts'
import type { ShownStep } from '@waypost/live-view'
import type { DraftStep } from './draft.ts'

const MOST = 200

/**
 * A step as a view shows it, without the contents of files.
 *
 * @param pictures how often its picture was taken that is stored
 */
export const showStep = ({ id, action, question }: DraftStep, pictures: number): ShownStep => ({
  id,
  name: action.name,
  type: action.type,
  detail: detailOf(action).slice(0, MOST),
  pictures,
  question: question && { text: question.text, choices: question.choices.map(({ label }) => label) },
})

function detailOf(action: Action): string {
  switch (action.type) {
    case 'navigate':
      return action.url
    case 'change':
      return action.value
    case 'select':
      return action.values.join(', ')
    case 'upload':
      return action.file?.name ?? ''
    case 'dialog':
      return action.answer === 'accept' ? `Accept ${action.text ?? ''}`.trim() : 'Dismiss'
    case 'assert':
      return action.text ?? action.url ?? ''
    case 'extract':
      return Object.keys(action.fields ?? {}).join(', ')
    case 'waitForElement':
      return action.visible === false ? 'Until it is no longer shown' : ''
    default:
      return ''
  }
}
