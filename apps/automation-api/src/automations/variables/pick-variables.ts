import type { automations } from '../../db/tables.ts'
import { listVariables } from './list-variables.ts'

type Declaring = Pick<typeof automations.$inferSelect, 'actions' | 'variables'>

/** The values that the automation has variables for. */
export function pickVariables(
  { actions, variables }: Declaring,
  values: Record<string, string>,
): Record<string, string> {
  const known = new Set([...listVariables(actions), ...Object.keys(variables)])
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)))
}
