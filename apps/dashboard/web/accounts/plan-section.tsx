import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pill } from '../controls/pill.tsx'
import { Loading } from '../lists/loading.tsx'
import { describeSpan } from '../times/describe-span.ts'
import { aliasAccountQuery } from './alias-account-query.ts'

/** Shows the account's plan and its limits. */
export function PlanSection() {
  const { data, error } = useQuery(aliasAccountQuery)
  return (
    <section className="card stack-tight">
      <div className="row">
        <h2>Plan</h2>
        {data && <Pill tone="busy">{data.plan}</Pill>}
      </div>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <dl className="facts">
          <dt>Alias lifetime</dt>
          <dd>up to {describeSpan(data.limits.maxTtlSeconds * 1000)}, and can be extended</dd>
          <dt>Alias API</dt>
          <dd>
            {data.limits.requestsPerMinute === null
              ? 'not included: use the dashboard'
              : `${data.limits.requestsPerMinute} requests per minute`}
          </dd>
          <dt>Custom domains</dt>
          <dd>{data.limits.customDomains ? 'included' : 'not included'}</dd>
          <dt>Automation service</dt>
          <dd>included: each automation runs once at a time, with 45 s between runs</dd>
        </dl>
      )}
    </section>
  )
}
