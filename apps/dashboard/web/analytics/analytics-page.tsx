import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { alias } from '../client/alias.ts'
import { ServiceFailure } from '../controls/service-failure.tsx'
import { Loading } from '../lists/loading.tsx'
import { DayChart, type Series } from '../overview/day-chart.tsx'
import { Figure } from '../overview/figure.tsx'
import { aliasOverviewQuery } from '../overview/overview-queries.ts'
import { PeriodLinks } from '../overview/period-links.tsx'
import { PageHeader } from '../shell/page-header.tsx'

const series: Series<'received' | 'sent'>[] = [
  { name: 'received', label: 'Received', tone: 'usual' },
  { name: 'sent', label: 'Sent', tone: 'second' },
]

/** The emails of the account by day, and what it has received and sent since it began. */
export function AnalyticsPage() {
  const { days = 30 } = useSearch({ from: '/app/analytics' })
  const totals = useQuery({
    queryKey: ['analytics'],
    queryFn: () => alias.analytics(),
    refetchInterval: 30_000,
  })
  const overview = useQuery(aliasOverviewQuery(days))
  const error = totals.error ?? overview.error
  const retry = () => void Promise.all([totals.refetch(), overview.refetch()])
  return (
    <div className="stack">
      <PageHeader
        title="Analytics"
        lead="Emails received and sent by your aliases. Days and months are in UTC."
        actions={<PeriodLinks to="/analytics" days={days} />}
      />
      {error && <ServiceFailure service="alias" error={error} onRetry={retry} />}
      {!error && !(totals.data && overview.data) && <Loading />}
      {overview.data && !error && (
        <section className="card stack" aria-label={`The last ${days} days`}>
          <h2>The last {days} days</h2>
          <dl className="figures">
            <Figure label="Received" value={overview.data.emails.received.toLocaleString('en')} />
            <Figure label="Sent" value={overview.data.emails.sent.toLocaleString('en')} />
            <Figure label="Received by day" value={perDay(overview.data.emails.received, days)} />
            <Figure
              label="Not delivered"
              value={overview.data.emails.failed.toLocaleString('en')}
              isBad={overview.data.emails.failed > 0}
            />
          </dl>
          {overview.data.emails.received + overview.data.emails.sent === 0 ? (
            <p className="quiet">No email has come or left in these days.</p>
          ) : (
            <DayChart caption="Emails by day" series={series} days={overview.data.days} />
          )}
        </section>
      )}
      {totals.data && !error && (
        <div className="columns">
          <section className="card stack" aria-label="This month">
            <h2>This month</h2>
            <dl className="figures">
              <Figure label="Received" value={totals.data.thisMonthReceived.toLocaleString('en')} />
              <Figure label="Sent" value={totals.data.thisMonthSent.toLocaleString('en')} />
            </dl>
          </section>
          <section className="card stack" aria-label="Since the account began">
            <div className="row row-apart">
              <h2>Since the account began</h2>
              <Link to="/addresses">Aliases</Link>
            </div>
            <dl className="figures">
              <Figure label="Received" value={totals.data.totalEmailsReceived.toLocaleString('en')} />
              <Figure label="Sent" value={totals.data.totalEmailsSent.toLocaleString('en')} />
              <Figure label="Aliases" value={totals.data.totalAddresses.toLocaleString('en')} />
              <Figure label="Active now" value={totals.data.activeAddresses.toLocaleString('en')} />
            </dl>
          </section>
        </div>
      )}
    </div>
  )
}

const perDay = (count: number, days: number): string =>
  (count / days).toLocaleString('en', { maximumFractionDigits: 1 })
