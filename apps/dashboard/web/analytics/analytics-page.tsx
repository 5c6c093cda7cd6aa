import { useQuery } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { BarChart } from './bar-chart.tsx'
import { ShareRing } from './share-ring.tsx'
import './analytics.css'

export function AnalyticsPage() {
  const { data, error } = useQuery({
    queryKey: ['analytics'],
    queryFn: () => alias.analytics(),
    refetchInterval: 30_000,
  })
  return (
    <>
      <PageHeader title="Analytics" lead="Emails received and sent by your aliases. Months are in UTC." />
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <div className="columns">
          <section className="card stack">
            <h2>Emails this month</h2>
            <BarChart
              bars={[
                { label: 'Received', value: data.thisMonthReceived },
                { label: 'Sent', value: data.thisMonthSent },
              ]}
            />
          </section>
          <section className="card stack">
            <h2>All emails</h2>
            <BarChart
              bars={[
                { label: 'Received', value: data.totalEmailsReceived },
                { label: 'Sent', value: data.totalEmailsSent },
              ]}
            />
          </section>
          <section className="card stack">
            <h2>Aliases</h2>
            <ShareRing
              part={data.activeAddresses}
              whole={data.totalAddresses}
              words={`${data.activeAddresses.toLocaleString('en')} of ${data.totalAddresses.toLocaleString('en')} are active`}
            />
          </section>
        </div>
      )}
    </>
  )
}
