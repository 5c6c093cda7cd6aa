import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Loading } from '../../lists/loading.tsx'
import { automationAccountQuery } from '../automation-account-query.ts'
import { describeMebibytes } from './describe-mebibytes.ts'
import { UsageRow } from './usage-row.tsx'

type Limits = AutomationApi.Account['limits']

const labels: Record<keyof Limits, string> = {
  activeRuns: 'Active runs',
  waitingRuns: 'Waiting runs',
  waitingJobs: 'Waiting jobs',
  waitingIntents: 'Waiting requests in plain language',
  runMinutesPerDay: 'Run minutes today',
  automations: 'Automations',
  versionsKept: 'Versions of one automation',
  bytesStored: 'Stored automations, files and screenshots',
  pipelines: 'Pipelines',
  pipelineMembers: 'Automations in one pipeline',
  webhooks: 'Webhooks',
  requestsPerMinute: 'API requests this minute',
}

const order = Object.keys(labels) as (keyof Limits)[]

/** Shows how much of each limit of the automation service the account uses. */
export function AutomationUsageSection() {
  const { data, error } = useQuery(automationAccountQuery)
  return (
    <section className="card stack-tight" aria-label="Automation usage">
      <h2>Usage of the automation service</h2>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <dl className="facts">
          {order.map((name) => (
            <UsageRow
              key={name}
              label={labels[name]}
              amount={data.limits[name]}
              describe={name === 'bytesStored' ? describeMebibytes : undefined}
            />
          ))}
        </dl>
      )}
    </section>
  )
}
