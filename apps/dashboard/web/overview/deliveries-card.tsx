import type { AliasApi, AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { DayChart, type Series } from './day-chart.tsx'
import { describeRate } from './describe-rate.ts'
import { Figure } from './figure.tsx'

const series: Series<'succeeded' | 'failed'>[] = [
  { name: 'succeeded', label: 'Accepted', tone: 'usual' },
  { name: 'failed', label: 'Failed', tone: 'bad' },
]

interface Props {
  automation: AutomationApi.Overview | undefined
  alias: AliasApi.Overview | undefined
}

/** The attempts to deliver events to the webhooks of both services, by day; absent where there was none. */
export function DeliveriesCard({ automation, alias }: Props) {
  const services = [daysOf(automation), daysOf(alias)]
  const dates = [...new Set(services.flat().map(({ date }) => date))].toSorted()
  const days = dates.map((date) => {
    const ofDay = services.flat().filter((day) => day.date === date)
    const sum = (name: 'succeeded' | 'failed') => ofDay.reduce((total, day) => total + day[name], 0)
    return { date, succeeded: sum('succeeded'), failed: sum('failed') }
  })
  const succeeded = days.reduce((total, day) => total + day.succeeded, 0)
  const failed = days.reduce((total, day) => total + day.failed, 0)
  if (succeeded + failed === 0) return null
  return (
    <section className="card stack" aria-label="Deliveries">
      <div className="row row-apart">
        <h2>Deliveries of the last 7 days</h2>
        <Link
          to="/webhooks/$service/deliveries"
          params={{ service: daysOf(automation).some(hasAny) ? 'automation' : 'alias' }}
        >
          All deliveries
        </Link>
      </div>
      <dl className="figures">
        <Figure label="Success rate" value={describeRate(succeeded / (succeeded + failed))} />
        <Figure label="Accepted" value={succeeded.toLocaleString('en')} />
        <Figure label="Failed" value={failed.toLocaleString('en')} isBad={failed > 0} />
      </dl>
      <DayChart caption="Attempts to deliver to webhooks by day" series={series} days={days} />
    </section>
  )
}

type Day = AliasApi.Overview['webhooks']['days'][number]

/** A service of the version before counts none. */
const daysOf = (overview: { webhooks: { days?: Day[] } } | undefined): Day[] => overview?.webhooks.days ?? []

const hasAny = ({ succeeded, failed }: { succeeded: number; failed: number }): boolean =>
  succeeded + failed > 0
