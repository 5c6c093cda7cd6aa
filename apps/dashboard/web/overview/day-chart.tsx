import { useState } from 'react'

export interface Series<Name extends string> {
  name: Name
  label: string
  /** The class that colours it. */
  tone: 'usual' | 'second' | 'bad'
}

type Day<Name extends string> = { date: string } & Record<Name, number>

interface Props<Name extends string> {
  /** What is counted, for assistive technology. */
  caption: string
  /** From the bottom of a bar to its top. */
  series: Series<Name>[]
  days: Day<Name>[]
}

const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const describeDay = (date: string): string => shortDay.format(new Date(date))

/**
 * Counts by day as stacked bars. A line in words follows the pointer, and a table has the same numbers, so that nothing is in
 * height or colour alone.
 */
export function DayChart<Name extends string>({ caption, series, days }: Props<Name>) {
  const [pointed, setPointed] = useState<string>()
  const sumOf = (day: Day<Name>) => series.reduce((sum, { name }) => sum + day[name], 0)
  const most = Math.max(1, ...days.map(sumOf))
  const shown = days.find(({ date }) => date === pointed) ?? days.at(-1)
  if (!shown) return null
  return (
    <figure className="day-chart">
      <ul className="day-legend small" aria-hidden="true">
        {series.map(({ name, label, tone }) => (
          <li key={name}>
            <span className={`day-swatch day-${tone}`} />
            {label}
          </li>
        ))}
        <li className="day-most quiet">at most {most.toLocaleString('en')}</li>
      </ul>
      <div className="day-plot" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        {days.map((day) => (
          <div
            key={day.date}
            className={day.date === pointed ? 'day-column day-pointed' : 'day-column'}
            onPointerEnter={() => setPointed(day.date)}
          >
            {series
              .toReversed()
              .map(
                ({ name, tone }) =>
                  day[name] > 0 && (
                    <span
                      key={name}
                      className={`day-part day-${tone}`}
                      style={{ height: `${(100 * day[name]) / most}%` }}
                    />
                  ),
              )}
          </div>
        ))}
      </div>
      <div className="day-ends small quiet" aria-hidden="true">
        <span>{describeDay(days[0]!.date)}</span>
        <span>{describeDay(days.at(-1)!.date)}</span>
      </div>
      <p className="small day-words" aria-hidden="true">
        <b>{shown === days.at(-1) ? 'Today' : describeDay(shown.date)}:</b>{' '}
        {series
          .map(({ name, label }) => `${shown[name].toLocaleString('en')} ${label.toLowerCase()}`)
          .join(', ')}
      </p>
      <details className="day-table">
        <summary className="small">Show as a table</summary>
        <div className="table-frame">
          <table>
            <caption className="unseen">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                {series.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <th scope="row">{describeDay(day.date)}</th>
                  {series.map(({ name }) => (
                    <td key={name}>{day[name].toLocaleString('en')}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
