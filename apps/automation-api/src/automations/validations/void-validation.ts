import { isDeepStrictEqual } from 'node:util'
import type { automations } from '../../db/tables.ts'
import { areSameActions } from '../uploads/are-same-actions.ts'

type Row = typeof automations.$inferSelect

/**
 * What a change of its steps takes from an automation: the result of validating them, and, where nobody wrote them,
 * the leave to run.
 *
 * @param wanted what it is to become
 */
export function voidValidation(
  current: Row,
  wanted: Partial<Pick<Row, 'actions' | 'variables'>>,
): Partial<Pick<Row, 'validation' | 'isDraft'>> {
  const { actions = current.actions, variables = current.variables } = wanted
  const isSame = areSameActions(actions, current.actions) && isDeepStrictEqual(variables, current.variables)
  return isSame ? {} : { validation: null, isDraft: current.origin === 'generated' }
}
