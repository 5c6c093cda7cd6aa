import { listSettingsTexts } from '../automations/settings/list-settings-texts.ts'
import { listUsedSecrets } from '../automations/variables/list-used-secrets.ts'
import { openVariables } from '../automations/variables/variables.ts'
import { openGivenVariables } from '../executions/given-variables.ts'
import type { StartedExecution } from '../executions/start-execution.ts'
import { openSecrets } from '../secrets/open-secrets.ts'
import type { RunnerServices } from '../services.ts'

/** What the texts of a run's steps refer to. */
export interface RunVariables {
  values: Record<string, string>
  /** Those among the values that are keys of authenticators: steps type their codes. */
  authenticators: string[]
  accountSecrets: Record<string, string>
  /** The values that must stay secret. */
  secrets: string[]
}

/** @throws an Error that names a secret of the account that is not there */
export async function openRunVariables(
  services: Pick<RunnerServices, 'db' | 'keyring'>,
  automation: StartedExecution['automation'],
  execution: StartedExecution['execution'],
): Promise<RunVariables> {
  const { id, sealedVariables } = execution
  const given = openGivenVariables(services.keyring, `execution:${id}`, sealedVariables)
  return openAutomationValues(services, automation, given)
}

/** The same for an automation with given values. */
export async function openAutomationValues(
  services: Pick<RunnerServices, 'db' | 'keyring'>,
  automation: StartedExecution['automation'],
  given: Record<string, string>,
): Promise<RunVariables> {
  const { keyring } = services
  const values = openVariables(keyring, automation.id, automation.variables, given)
  const texts = automation.browser ? listSettingsTexts(automation.browser) : []
  const used = listUsedSecrets(automation.actions, texts)
  const accountSecrets = await openSecrets(services, automation.ownerId, used)
  const isSecret = (name: string) => automation.variables[name]?.secret === true
  const secrets = [
    ...Object.entries(values).flatMap(([name, value]) => (isSecret(name) ? value : [])),
    ...Object.values(accountSecrets),
  ].filter((value) => value !== '')
  const authenticators = Object.keys(values).filter((name) => automation.variables[name]?.kind === 'totp')
  return { values, authenticators, accountSecrets, secrets }
}
