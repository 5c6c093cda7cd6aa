import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../controls/error-note.tsx'
import { describeFailure } from '../deliveries/describe-failure.ts'
import { Loading } from '../lists/loading.tsx'
import type { Service } from '../services/service.ts'
import { describeDuration } from '../times/describe-span.ts'
import { Time } from '../times/time.tsx'
import type { HealthWindow, WebhookHealth } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

/** How a webhook has done in the last day and the last week, and what failed. */
export function HealthCard({ service, id }: { service: Service; id: string }) {
  const { data: health, error } = useQuery({
    queryKey: ['webhooks', service, id, 'health'],
    queryFn: () => webhookServices[service].health(id),
    refetchInterval: 10_000,
  })
  return (
    <section className="card stack-tight" aria-label="Health">
      <h2>Health</h2>
      <ErrorNote error={error} />
      {!health && !error && <Loading />}
      {health && (
        <>
          <table className="health-table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="unseen">Time</span>
                </th>
                <th scope="col">Attempts</th>
                <th scope="col">Succeeded</th>
                <th scope="col">p50</th>
                <th scope="col">p95</th>
              </tr>
            </thead>
            <tbody>
              <WindowRow label="24 hours" window={health.last24Hours} />
              <WindowRow label="7 days" window={health.last7Days} />
            </tbody>
          </table>
          <HealthFacts health={health} />
          <LastErrors errors={health.last7Days.errors} />
        </>
      )}
    </section>
  )
}

function WindowRow({ label, window }: { label: string; window: HealthWindow }) {
  const { attempts, successRate, p50Ms, p95Ms } = window
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{attempts.toLocaleString('en')}</td>
      <td>{successRate === null ? '–' : describeRate(successRate)}</td>
      <td>{p50Ms === null ? '–' : describeDuration(p50Ms)}</td>
      <td>{p95Ms === null ? '–' : describeDuration(p95Ms)}</td>
    </tr>
  )
}

/** In percent, and never rounded up to all of them. */
const describeRate = (rate: number): string => `${Math.floor(rate * 1000) / 10} %`

function HealthFacts({ health }: { health: WebhookHealth }) {
  const { failingSince, consecutiveFailures, lastSucceededAt, lastFailedAt, pending } = health
  return (
    <dl className="facts">
      {failingSince !== null && (
        <>
          <dt>Failing</dt>
          <dd>
            since <Time at={failingSince} />, {consecutiveFailures.toLocaleString('en')}{' '}
            {consecutiveFailures === 1 ? 'attempt' : 'attempts'}
          </dd>
        </>
      )}
      <dt>Last success</dt>
      <dd>
        <Time at={lastSucceededAt} />
      </dd>
      <dt>Last failure</dt>
      <dd>
        <Time at={lastFailedAt} />
      </dd>
      <dt>Waiting</dt>
      <dd>
        {pending.count.toLocaleString('en')}
        {pending.oldestAt !== null && (
          <>
            , the oldest from <Time at={pending.oldestAt} />
          </>
        )}
      </dd>
    </dl>
  )
}

function LastErrors({ errors }: { errors: HealthWindow['errors'] }) {
  if (errors.length === 0) return null
  return (
    <>
      <h3>Errors of the last 7 days</h3>
      <ul className="health-errors">
        {errors.map(({ error, count, lastAt }) => (
          <li key={error}>
            <strong>{error}</strong> {count.toLocaleString('en')} {count === 1 ? 'time' : 'times'}, last{' '}
            <Time at={lastAt} />.{' '}
            <span className="quiet">
              {typeof error === 'number' ? describeFailure(error, null) : describeFailure(null, error)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
