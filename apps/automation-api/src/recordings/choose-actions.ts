import { ValidationError } from '@waypost/http'
import type { StoredAction } from '../automations/action.ts'
import { listActions } from '../automations/nesting/list-actions.ts'

/** Where in an automation a recording begins; at its end, where neither is given. */
export interface RecordingPlace {
  afterStep?: string | null | undefined
  beforeStep?: string | null | undefined
}

/**
 * The steps of an automation that are performed before a recording. Those from `beforeStep` on are not, where that is within the
 * last of them.
 *
 * @throws ValidationError where there is no step of that name
 */
export function chooseActions(
  actions: StoredAction[],
  { afterStep, beforeStep }: RecordingPlace,
): StoredAction[] {
  const [property, name] = beforeStep ? ['beforeStep', beforeStep] : ['afterStep', afterStep]
  if (!name) return actions
  const isIt = (action: StoredAction) => action.name === name
  const index = actions.findIndex((action) => (beforeStep ? listActions([action]).some(isIt) : isIt(action)))
  if (index !== -1) return actions.slice(0, index + 1)
  const message = `${property} must be the name of one of its actions`
  throw new ValidationError([{ property, rule: 'isIn', message, receivedValue: name }])
}
