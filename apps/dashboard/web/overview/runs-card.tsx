import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { describeDuration } from '../times/describe-span.ts'
import { DayChart, type Series } from './day-chart.tsx'
import { describeRate } from './describe-rate.ts'
import { Figure } from './figure.tsx'

const series: Series<'completed' | 'failed' | 'stopped'>[] = [
  { name: 'completed', label: 'Completed', tone: 'usual' },
  { name: 'stopped', label: 'Stopped', tone: 'second' },
  { name: 'failed', label: 'Failed', tone: 'bad' },
]

/** How the runs of the last days ended. */
export function RunsCard({ overview: { runs, days } }: { overview: AutomationApi.Overview }) {
  const { completed, failed, stopped, successRate, p95DurationMs } = runs
  return (
    <section className="card stack" aria-label="Runs">
      <div className="row row-apart">
        <h2>Runs</h2>
        <Link to="/runs">All runs</Link>
      </div>
      <dl className="figures">
        <Figure label="Success rate" value={successRate === null ? '–' : describeRate(successRate)} />
        <Figure label="Completed" value={completed.toLocaleString('en')} />
        <Figure label="Failed" value={failed.toLocaleString('en')} isBad={failed > 0} />
        <Figure
          label="p95 duration"
          title="95 of 100 completed runs took no longer, to about a tenth"
          value={p95DurationMs === null ? '–' : describeDuration(p95DurationMs)}
        />
      </dl>
      {completed + failed + stopped === 0 ? (
        <p className="quiet">No run has ended in these days.</p>
      ) : (
        <DayChart caption="Runs by the day on which they ended" series={series} days={days} />
      )}
    </section>
  )
}
