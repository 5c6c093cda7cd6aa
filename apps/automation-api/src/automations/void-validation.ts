import { isDeepStrictEqual } from 'node:util'
import type { automations } from '../db/tables.ts'

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
  const isSame = isDeepStrictEqual([actions, variables], [current.actions, current.variables])
  return isSame ? {} : { validation: null, isDraft: current.origin === 'generated' }
}
