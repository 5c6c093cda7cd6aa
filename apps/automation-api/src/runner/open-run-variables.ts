import type { Keyring } from '@waypost/webhooks'
import { openVariables } from '../automations/variables/variables.ts'
import { openGivenVariables } from '../executions/given-variables.ts'
import type { StartedExecution } from '../executions/start-execution.ts'

/** The values of a run's variables, and those that must stay secret. */
export function openRunVariables(
  keyring: Keyring,
  automation: StartedExecution['automation'],
  execution: StartedExecution['execution'],
): { values: Record<string, string>; secrets: string[] } {
  const given = openGivenVariables(keyring, `execution:${execution.id}`, execution.sealedVariables)
  const values = openVariables(keyring, automation.id, automation.variables, given)
  const secrets = Object.entries(values).flatMap(([name, value]) =>
    automation.variables[name]?.secret && value !== '' ? [value] : [],
  )
  return { values, secrets }
}
