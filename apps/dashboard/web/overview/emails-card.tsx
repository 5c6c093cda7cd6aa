import type { AliasApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { DayChart, type Series } from './day-chart.tsx'
import { Figure } from './figure.tsx'

const series: Series<'received' | 'sent'>[] = [
  { name: 'received', label: 'Received', tone: 'usual' },
  { name: 'sent', label: 'Sent', tone: 'second' },
]

/** The emails of the last days. */
export function EmailsCard({ overview: { emails, days, usage } }: { overview: AliasApi.Overview }) {
  const { received, sent, failed } = emails
  return (
    <section className="card stack" aria-label="Emails">
      <div className="row row-apart">
        <h2>Emails</h2>
        <Link to="/mailbox">Inbox</Link>
      </div>
      <dl className="figures">
        <Figure label="Received" value={received.toLocaleString('en')} />
        <Figure label="Sent" value={sent.toLocaleString('en')} />
        <Figure label="Not delivered" value={failed.toLocaleString('en')} isBad={failed > 0} />
        <Figure label="Aliases" value={usage.addresses.used.toLocaleString('en')} />
      </dl>
      {received + sent === 0 ? (
        <p className="quiet">No email has come or left in these days.</p>
      ) : (
        <DayChart caption="Emails by day" series={series} days={days} />
      )}
    </section>
  )
}
