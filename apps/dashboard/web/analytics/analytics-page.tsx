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
      <PageHeader title="Analytics" lead="What your addresses have done. Months are those of UTC." />
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && (
        <div className="columns">
          <section className="card stack">
            <h2>Mails this month</h2>
            <BarChart
              bars={[
                { label: 'Received', value: data.thisMonthReceived },
                { label: 'Sent', value: data.thisMonthSent },
              ]}
            />
          </section>
          <section className="card stack">
            <h2>Mails in all</h2>
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
