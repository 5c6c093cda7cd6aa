import { useQuery } from '@tanstack/react-query'
import { automationAccountQuery } from '../automation-account-query.ts'
import { automationLimitLabels } from './limit-labels.ts'
import { UsageList } from './usage-list.tsx'

/** Shows how much of each limit of the automation service the account uses. */
export function AutomationUsageSection() {
  const { data, error } = useQuery(automationAccountQuery)
  return (
    <UsageList
      name="Automation usage"
      heading="Usage of the automation service"
      labels={automationLimitLabels}
      amounts={data?.limits}
      bytes="bytesStored"
      error={error}
    />
  )
}
