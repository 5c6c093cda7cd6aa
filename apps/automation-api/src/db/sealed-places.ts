import { idempotencyContext } from '@waypost/http'
import { sealedText, sealedWebhookPlaces, type SealedPlace } from '@waypost/webhooks'
import { variableContext, type StoredVariables } from '../automations/variables/variables.ts'
import { recordingContext } from '../recordings/recording-context.ts'
import { secretContext } from '../secrets/secret.ts'
import { sessionContext } from '../sessions/save-session.ts'

/** Every column with sealed values. */
export const sealedPlaces: SealedPlace[] = [
  ...sealedWebhookPlaces('automation'),
  sealedDefaults('automation.automations', ['id'], 'id'),
  sealedDefaults('automation.automation_versions', ['automation_id', 'version'], 'automation_id'),
  sealedText('automation.sessions', 'sealed_state', ['id'], ({ id }) => sessionContext(id!)),
  sealedText('automation.secrets', 'sealed_value', ['owner_id', 'name'], ({ owner_id: ownerId, name }) =>
    secretContext(ownerId!, name!),
  ),
  // The given values of a run that has not ended.
  sealedText('automation.executions', 'sealed_variables', ['id'], ({ id }) => `execution:${id}`),
  sealedText('automation.pipeline_runs', 'sealed_variables', ['id'], ({ id }) => `pipeline-run:${id}`),
  sealedText('automation.jobs', 'sealed_variables', ['id'], ({ id }) => `job:${id}`),
  sealedText('automation.recordings', 'sealed_variables', ['id'], ({ id }) => recordingContext(id!)),
  sealedText('automation.schedules', 'sealed_variables', ['id'], ({ id }) => `schedule:${id}`),
  sealedText(
    'automation.idempotency_keys',
    'sealed_body',
    ['owner_id', 'key'],
    ({ owner_id: ownerId, key }) => idempotencyContext(ownerId!, key!),
  ),
]

function sealedDefaults(table: string, key: string[], automationId: string): SealedPlace {
  return {
    table,
    column: 'variables',
    key,
    before: '"sealedDefault": "',
    reseal(value, row, again) {
      const stored = Object.entries(JSON.parse(value) as StoredVariables)
      return JSON.stringify(
        Object.fromEntries(
          stored.map(([name, { sealedDefault, ...variable }]) => [
            name,
            sealedDefault === undefined
              ? variable
              : {
                  ...variable,
                  sealedDefault: again(sealedDefault, variableContext(row[automationId]!, name)),
                },
          ]),
        ),
      )
    },
  }
}
