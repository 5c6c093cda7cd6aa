import { useQuery } from '@tanstack/react-query'
import { aliasAccountQuery } from '../alias-account-query.ts'
import { aliasLimitLabels } from './limit-labels.ts'
import { UsageList } from './usage-list.tsx'

/** Shows how much of each limit of the alias service the account uses, and why it may not send. */
export function AliasUsageSection() {
  const { data, error } = useQuery(aliasAccountQuery)
  return (
    <UsageList
      name="Usage"
      heading="Usage of the alias service"
      labels={aliasLimitLabels}
      amounts={data?.usage}
      bytes="storedBytes"
      error={error}
    >
      {data?.sending.reason && <p role="alert">{data.sending.reason}</p>}
    </UsageList>
  )
}
