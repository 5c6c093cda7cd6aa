import type { Keyring } from '@waypost/webhooks'
import { listVariables } from '../automations/list-variables.ts'
import type { automations } from '../db/tables.ts'
import type { RunRow } from './pipeline-run.ts'

type Declaring = Pick<typeof automations.$inferSelect, 'actions' | 'variables'>
type Values = Record<string, string>

const contextOf = (runId: string) => `pipeline-run:${runId}`

/** The values that a trigger gave, sealed until the run's end: any of them may be secret. Null where it gave none. */
export function sealRunVariables(keyring: Keyring, runId: string, values: Values): string | null {
  if (Object.keys(values).length === 0) return null
  return keyring.seal(JSON.stringify(values), contextOf(runId))
}

export function openRunVariables(
  keyring: Keyring,
  { id, sealedVariables }: Pick<RunRow, 'id' | 'sealedVariables'>,
): Values {
  if (sealedVariables === null) return {}
  return JSON.parse(keyring.open(sealedVariables, contextOf(id))) as Values
}

/** Those of the values that the automation asks for. */
export function pickVariables({ actions, variables }: Declaring, values: Values): Values {
  const known = new Set([...listVariables(actions), ...Object.keys(variables)])
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)))
}
