import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ConfirmReminder } from '../accounts/confirm-reminder.tsx'
import { useSession } from '../accounts/session-query.ts'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { ExecutionsTable } from '../executions/executions-table.tsx'
import { WaitingReminder } from '../executions/waiting-reminder.tsx'
import { HeldAccessReminder } from '../held-access/held-access-reminder.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { AliasFirstSteps } from './alias-first-steps.tsx'
import { describeFailure, listAliasAttention, listAutomationAttention } from './attention.ts'
import { AttentionCard } from './attention-card.tsx'
import { AutomationFirstSteps } from './automation-first-steps.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EmailsCard } from './emails-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { OnceSeen } from './once-seen.tsx'
import { aliasOverviewQuery, automationOverviewQuery } from './overview-queries.ts'
import { PeriodLinks } from './period-links.tsx'
import { RunsCard } from './runs-card.tsx'
import { useWait } from './use-wait.ts'

/** How long what one service says waits for what the other one says. */
const mostWaitMs = 1_500

/** Whether all is well: what needs attention, and the last days of both services. */
export function OverviewPage() {
  const isConfirmed = useSession()?.account.emailConfirmed ?? false
  const { days = 30 } = useSearch({ from: '/app/' })
  const automation = useQuery(automationOverviewQuery(days))
  const alias = useQuery(aliasOverviewQuery(days))
  const isWaiting = useWait(automation.isPending || alias.isPending, mostWaitMs)
  // Data of a service that does not answer any more may be out of date, so it is not shown.
  const runs = automation.error || isWaiting ? undefined : automation.data
  const mail = alias.error || isWaiting ? undefined : alias.data
  const failures = runs?.failures ?? []
  const hasRun = runs !== undefined && runs.runs.completed + runs.runs.failed + runs.runs.stopped > 0
  return (
    <div className="stack">
      <PageHeader
        title="Overview"
        lead="Whether all is well with your automations, aliases and webhooks. Days are in UTC."
        actions={<PeriodLinks to="/" days={days} />}
      />
      <ConfirmReminder />
      <HeldAccessReminder />
      <WaitingReminder />
      {(automation.isPending || alias.isPending) && <Loading />}
      <AttentionCard
        items={[
          ...(runs ? listAutomationAttention(runs) : []),
          ...(mail ? listAliasAttention(mail, isConfirmed) : []),
        ].toSorted((a, b) => Number(a.tone === 'warn') - Number(b.tone === 'warn'))}
        recovered={failures.filter(({ isRecovered }) => isRecovered).map(describeFailure)}
        isComplete={runs !== undefined && mail !== undefined}
      />
      <div className="columns">
        {automation.error && !isWaiting && (
          <ServiceFailure
            service="automation"
            error={automation.error}
            onRetry={() => void automation.refetch()}
          />
        )}
        {runs && <RunsCard overview={runs} />}
        {alias.error && !isWaiting && (
          <ServiceFailure service="alias" error={alias.error} onRetry={() => void alias.refetch()} />
        )}
        {mail && <EmailsCard overview={mail} />}
      </div>
      <div className="columns">
        {runs && <AutomationFirstSteps overview={runs} />}
        {mail && <AliasFirstSteps overview={mail} />}
      </div>
      <div className="columns">
        <DeliveriesCard automation={runs} alias={mail} />
        <LimitsCard automation={runs} alias={mail} />
      </div>
      {hasRun && (
        <section className="stack-tight">
          <div className="row row-apart">
            <h2>Latest runs</h2>
            <Link to="/runs">All runs</Link>
          </div>
          <OnceSeen>
            <ExecutionsTable limit={5} />
          </OnceSeen>
        </section>
      )}
    </div>
  )
}
