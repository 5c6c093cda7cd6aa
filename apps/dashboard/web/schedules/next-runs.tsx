import type { AutomationApi } from '@waypost/sdk'

/** The next ten times of a schedule, in its time zone. */
export function NextRuns({ schedule }: { schedule: AutomationApi.Schedule }) {
  const { nextRuns, timezone, isActive } = schedule
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone })
  return (
    <section className="card">
      <h2>Next runs</h2>
      {nextRuns.length === 0 && <p>{isActive ? 'No time is left.' : 'None while it is paused.'}</p>}
      <ol>
        {nextRuns.map((at) => (
          <li key={at}>
            <time dateTime={at}>{format.format(new Date(at))}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
