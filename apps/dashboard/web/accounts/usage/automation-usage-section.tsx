import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { automationAccountQuery } from '../automation-account-query.ts'
import { UsageList } from './usage-list.tsx'

type Limits = AutomationApi.Account['limits']

const labels: Record<keyof Limits, string> = {
  activeRuns: 'Active runs',
  waitingRuns: 'Waiting runs',
  waitingJobs: 'Waiting jobs',
  waitingIntents: 'Waiting requests in plain language',
  runMinutesPerDay: 'Run minutes today',
  activeRecordings: 'Recordings under way',
  recordingMinutesPerDay: 'Recording minutes today',
  automations: 'Automations',
  versionsKept: 'Versions of one automation',
  bytesStored: 'Stored automations, files and screenshots',
  pipelines: 'Pipelines',
  schedules: 'Schedules',
  pipelineMembers: 'Automations in one pipeline',
  webhooks: 'Webhooks',
  requestsPerMinute: 'API requests this minute',
}

/** Shows how much of each limit of the automation service the account uses. */
export function AutomationUsageSection() {
  const { data, error } = useQuery(automationAccountQuery)
  return (
    <UsageList
      name="Automation usage"
      heading="Usage of the automation service"
      labels={labels}
      amounts={data?.limits}
      bytes="bytesStored"
      error={error}
    />
  )
}
