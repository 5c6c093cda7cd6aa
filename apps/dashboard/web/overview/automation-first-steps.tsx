import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { automationKeys } from '../api-keys/automation-keys.ts'
import { ButtonLink } from '../controls/button-link.tsx'
import { loadExecutions } from '../executions/execution-queries.ts'
import { FirstSteps } from './first-steps.tsx'

/** Whether there is an API key besides the dashboard's own. */
async function hasOwnKey(): Promise<boolean> {
  const { items } = await automationKeys.list({ limit: 100 })
  return items.some((key) => !automationKeys.isOfSignIn?.(key))
}

const hasAnyRun = async (): Promise<boolean> => (await loadExecutions({}, { limit: 1 })).items.length > 0

/** The first steps with the automation service. */
export function AutomationFirstSteps({ overview }: { overview: AutomationApi.Overview }) {
  const { limits, runs } = overview
  const hasRecentRun = runs.completed + runs.failed + runs.stopped > 0
  const hasAutomation = limits.automations.used > 0
  const { data: hasOldRun } = useQuery({
    queryKey: ['executions', 'any'],
    queryFn: hasAnyRun,
    enabled: hasAutomation && !hasRecentRun,
  })
  const { data: hasKey } = useQuery({ queryKey: ['api-keys', 'automation', 'any'], queryFn: hasOwnKey })
  return (
    <FirstSteps
      service="automation"
      title="Automation"
      lead="Let a browser do the work and send you the result."
      steps={[
        {
          label: 'Create an automation',
          hint: 'Begin with a template that runs at once, write its steps, or import a Chrome recording.',
          isDone: hasAutomation,
          action: (
            <div className="row">
              <ButtonLink to="/automations/new" tone="primary">
                New automation
              </ButtonLink>
              <ButtonLink to="/templates">Templates</ButtonLink>
            </div>
          ),
        },
        {
          label: 'Run it',
          hint: 'Watch every step, with screenshots.',
          isDone: hasRecentRun || (hasAutomation ? hasOldRun : false),
          action: (
            <ButtonLink to="/automations" tone="primary">
              Go to your automations
            </ButtonLink>
          ),
        },
        {
          label: 'Get notified of the result',
          hint: 'A webhook sends signed events to your server and retries failed deliveries.',
          isDone: limits.webhooks.used > 0,
          action: (
            <ButtonLink to="/webhooks/$service" params={{ service: 'automation' }} tone="primary">
              Create a webhook
            </ButtonLink>
          ),
        },
        {
          label: 'Run it from a program',
          hint: 'Use an API key with only the scopes that the program needs.',
          isDone: hasKey,
          action: (
            <ButtonLink to="/keys/$service" params={{ service: 'automation' }} tone="primary">
              Create an API key
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
