import type { Actor, Services } from '../../services.ts'
import { getAutomationRow } from '../get-automation.ts'
import { exportRecording } from './export-recording.ts'
import type { Recording } from './recording.ts'
import { loadFiles } from '../uploads/load-files.ts'
import type { StoredVariables } from '../variables/variables.ts'

/**
 * Exports the automation as a file for Chrome's Recorder. Importing the file makes the same automation, without its
 * secrets.
 */
export async function exportAutomation(services: Services, actor: Actor, id: string): Promise<Recording> {
  const { name, description, phrases, variables, screenshots, browser, trace, login, recording, ...row } =
    await getAutomationRow(services, actor, id)
  const settings = {
    ...(description !== null && { description }),
    ...(phrases.length > 0 && { phrases }),
    ...(Object.keys(variables).length > 0 && { variables: withoutSecrets(variables) }),
    ...(screenshots !== 'key' && { screenshots }),
    ...(browser && { browser }),
    ...(trace && { trace }),
    ...(login && { login }),
  }
  const actions = await loadFiles(services.storage, row.actions)
  return exportRecording({ name, actions, recording, settings })
}

function withoutSecrets(variables: StoredVariables): object {
  return Object.fromEntries(
    Object.entries(variables).map(([name, { secret, default: value, kind, choices, example }]) => [
      name,
      {
        ...(secret && { secret }),
        ...(value !== undefined && { default: value }),
        ...(kind && { kind }),
        ...(choices && { choices }),
        ...(example !== undefined && { example }),
      },
    ]),
  )
}
