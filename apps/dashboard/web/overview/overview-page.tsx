import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConfirmReminder } from '../accounts/confirm-reminder.tsx'
import { CreateAddressButton } from '../addresses/create-address-button.tsx'
import { loadAddresses } from '../addresses/address-queries.ts'
import { loadAutomations } from '../automations/automation-queries.ts'
import { keyServices } from '../api-keys/key-services.ts'
import { ButtonLink } from '../controls/button-link.tsx'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { loadEmails } from '../emails/email-queries.ts'
import { ExecutionsTable } from '../executions/executions-table.tsx'
import { loadExecutions } from '../executions/execution-queries.ts'
import { WaitingReminder } from '../executions/waiting-reminder.tsx'
import { loadDestinations } from '../forwarding/forwarding-queries.ts'
import { HeldAccessReminder } from '../held-access/held-access-reminder.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { webhookServices } from '../webhooks/webhook-services.ts'
import { FirstSteps } from './first-steps.tsx'

const one = { limit: 1 }

/**
 * Whether a list has any entry.
 *
 * @param of the query key of the list
 */
function useIsThere(of: string[], load: () => Promise<{ items: unknown[] }>): IsThere {
  const { data, error, refetch } = useQuery({ queryKey: [...of, 'overview'], queryFn: load, staleTime: 0 })
  return { isThere: data && data.items.length > 0, error, refetch }
}

interface IsThere {
  /** Undefined while it is loading. */
  isThere: boolean | undefined
  error: Error | null
  refetch: () => unknown
}

/** The first error of a service's queries, and a function that repeats all of them. */
function failureOf(asked: IsThere[]): { error: Error; retry: () => void } | undefined {
  const error = asked.find((each) => each.error)?.error
  return error ? { error, retry: () => asked.forEach((each) => void each.refetch()) } : undefined
}

/** API keys without the dashboard's own. */
async function loadOwnKeys() {
  const { items } = await keyServices.automation.list({ limit: 100 })
  return { items: items.filter((key) => !keyServices.automation.isOfSignIn?.(key)) }
}

export function OverviewPage() {
  const hasAutomation = useIsThere(['automations'], () => loadAutomations(one))
  const hasRun = useIsThere(['executions'], () => loadExecutions({}, one))
  const hasWebhook = useIsThere(['webhooks', 'automation'], () => webhookServices.automation.list(one))
  const hasKey = useIsThere(['api-keys', 'automation'], loadOwnKeys)
  const hasAddress = useIsThere(['addresses'], () => loadAddresses(undefined, one))
  const hasMail = useIsThere(['emails'], () => loadEmails('inbox', undefined, one))
  const hasMailbox = useIsThere(['forwarding-addresses'], () => loadDestinations(one))
  const automationFailure = failureOf([hasAutomation, hasRun, hasWebhook, hasKey])
  const aliasFailure = failureOf([hasAddress, hasMail, hasMailbox])
  return (
    <div className="stack">
      <PageHeader
        title="Overview"
        lead="Browser automations, email aliases, and webhooks that report their events."
      />
      <ConfirmReminder />
      <HeldAccessReminder />
      <WaitingReminder />
      <div className="columns">
        {automationFailure ? (
          <ServiceFailure
            service="automation"
            error={automationFailure.error}
            onRetry={automationFailure.retry}
          />
        ) : (
          <FirstSteps
            title="Automation"
            lead="Let a browser do the work and send you the result."
            steps={[
              {
                label: 'Create an automation',
                hint: 'Write its steps, or import a Chrome recording.',
                isDone: hasAutomation.isThere,
                action: (
                  <ButtonLink to="/automations/new" tone="primary">
                    New automation
                  </ButtonLink>
                ),
              },
              {
                label: 'Run it',
                hint: 'Watch every step, with screenshots.',
                isDone: hasRun.isThere,
                action: (
                  <ButtonLink to="/automations" tone="primary">
                    Go to your automations
                  </ButtonLink>
                ),
              },
              {
                label: 'Get notified of the result',
                hint: 'A webhook sends signed events to your server and retries failed deliveries.',
                isDone: hasWebhook.isThere,
                action: (
                  <ButtonLink to="/webhooks/$service" params={{ service: 'automation' }} tone="primary">
                    Create a webhook
                  </ButtonLink>
                ),
              },
              {
                label: 'Run it from a program',
                hint: 'Use an API key with only the scopes that the program needs.',
                isDone: hasKey.isThere,
                action: (
                  <ButtonLink to="/keys/$service" params={{ service: 'automation' }} tone="primary">
                    Create an API key
                  </ButtonLink>
                ),
              },
            ]}
          />
        )}
        {aliasFailure ? (
          <ServiceFailure service="alias" error={aliasFailure.error} onRetry={aliasFailure.retry} />
        ) : (
          <FirstSteps
            title="Alias"
            lead="Email addresses that you can give away and delete again."
            steps={[
              {
                label: 'Create an alias',
                hint: 'It receives email at once, for as long as you choose.',
                isDone: hasAddress.isThere,
                action: <CreateAddressButton />,
              },
              {
                label: 'Read your first email',
                hint: 'Send an email to the alias, or use it to sign up for something.',
                isDone: hasMail.isThere,
                action: (
                  <ButtonLink to="/mailbox" tone="primary">
                    Open inbox
                  </ButtonLink>
                ),
              },
              {
                label: 'Forward your email',
                hint: 'Forward email to the mailbox that you read every day.',
                isDone: hasMailbox.isThere,
                action: (
                  <ButtonLink to="/forwarding" tone="primary">
                    Add a mailbox
                  </ButtonLink>
                ),
              },
            ]}
          />
        )}
      </div>
      {hasRun.isThere && (
        <section className="stack-tight">
          <div className="row row-apart">
            <h2>Latest runs</h2>
            <Link to="/runs">All runs</Link>
          </div>
          <ExecutionsTable limit={5} />
        </section>
      )}
    </div>
  )
}
