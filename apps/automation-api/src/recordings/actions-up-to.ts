import { ValidationError } from '@waypost/http'
import type { StoredAction } from '../automations/action.ts'

/**
 * The steps of an automation up to one of them, which is none within another.
 *
 * @throws ValidationError where there is no step of that name
 */
export function actionsUpTo(actions: StoredAction[], afterStep: string | null | undefined): StoredAction[] {
  if (afterStep === undefined || afterStep === null) return actions
  const index = actions.findIndex(({ name }) => name === afterStep)
  if (index !== -1) return actions.slice(0, index + 1)
  const message = 'afterStep must be the name of one of its actions'
  throw new ValidationError([{ property: 'afterStep', rule: 'isIn', message, receivedValue: afterStep }])
}
