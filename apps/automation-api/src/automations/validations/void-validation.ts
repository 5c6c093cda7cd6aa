import { isDeepStrictEqual } from 'node:util'
import type { automations } from '../../db/tables.ts'
import { areSameActions } from '../uploads/are-same-actions.ts'

type Row = typeof automations.$inferSelect

/**
 * A change of the steps, their variables or their browser deletes the result of validating them, and makes a generated automation a draft again.
 *
 * @param wanted the changed automation
 */
export function voidValidation(
  current: Row,
  wanted: Partial<Pick<Row, 'actions' | 'variables' | 'browser' | 'login'>>,
): Partial<Pick<Row, 'validation' | 'isDraft'>> {
  const { actions = current.actions, variables = current.variables, browser = current.browser } = wanted
  const isSame =
    areSameActions(actions, current.actions) &&
    isDeepStrictEqual({ variables, browser }, { variables: current.variables, browser: current.browser })
  return isSame ? {} : { validation: null, isDraft: current.origin === 'generated' }
}
