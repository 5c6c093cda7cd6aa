import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { aliasAccountQuery } from '../alias-account-query.ts'
import { UsageList } from './usage-list.tsx'

type Usage = AliasApi.Account['usage']

const labels: Record<keyof Usage, string> = {
  recipientsPerDay: 'Recipients today',
  storedBytes: 'Stored mail',
  webhooks: 'Webhooks',
  addresses: 'Aliases',
  forwardingAddresses: 'Forwarding addresses',
  domains: 'Domains',
  addressesByRulePerHour: 'Aliases by rules this hour',
}

/** Shows how much of each limit of the alias service the account uses, and why it may not send. */
export function AliasUsageSection() {
  const { data, error } = useQuery(aliasAccountQuery)
  return (
    <UsageList
      name="Usage"
      heading="Usage of the alias service"
      labels={labels}
      amounts={data?.usage}
      bytes="storedBytes"
      error={error}
    >
      {data?.sending.reason && <p role="alert">{data.sending.reason}</p>}
    </UsageList>
  )
}
