import type { AliasApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { Time } from '../times/time.tsx'
import { describeMebibytes } from './describe-mebibytes.ts'
import { aliasAccountQuery } from './alias-account-query.ts'

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
              describe={name === 'storedBytes' ? describeMebibytes : describeNumber}
            />
          ))}
        </dl>
      )}
    </section>
  )
}

const describeNumber = (amount: number): string => amount.toLocaleString('en')

interface Row {
  label: string
  amount: Usage[keyof Usage]
  describe(amount: number): string
}

function UsageRow({ label, amount, describe }: Row) {
  const { used, limit } = amount
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {describe(used)} of {describe(limit)}
        {'resetsAt' in amount && (
          <>
            {' '}
            (resets <Time at={amount.resetsAt} />)
          </>
        )}
      </dd>
    </>
  )
}
