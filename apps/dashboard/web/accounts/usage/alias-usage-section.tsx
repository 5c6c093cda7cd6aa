import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Loading } from '../../lists/loading.tsx'
import { describeMebibytes } from './describe-mebibytes.ts'
import { aliasAccountQuery } from '../alias-account-query.ts'
import { UsageRow } from './usage-row.tsx'

type Usage = AliasApi.Account['usage']

const labels: Record<keyof Usage, string> = {
  recipientsPerDay: 'Recipients today',
  storedBytes: 'Stored mail',
  webhooks: 'Webhooks',
  addresses: 'Aliases',
  forwardingAddresses: 'Forwarding addresses',
  domains: 'Domains',
}

const order = Object.keys(labels) as (keyof Usage)[]

/** Shows how much of each limit of the alias service the account uses. */
export function UsageSection() {
  const { data, error } = useQuery(aliasAccountQuery)
  return (
    <section className="card stack-tight" aria-label="Usage">
      <h2>Usage of the alias service</h2>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data?.sending.reason && <p role="alert">{data.sending.reason}</p>}
      {data && (
        <dl className="facts">
          {order.map((name) => (
            <UsageRow
              key={name}
              label={labels[name]}
              amount={data.usage[name]}
              describe={name === 'storedBytes' ? describeMebibytes : undefined}
            />
          ))}
        </dl>
      )}
    </section>
  )
}
