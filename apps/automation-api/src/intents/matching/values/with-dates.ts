import type { Request } from '../read-request.ts'
import type { Value } from './value-kinds.ts'
import type { Span } from '../words/words.ts'

/**
 * The values of a request, with the dates that it has in words. A range is two dates, and one range for a variable that
 * takes both.
 */
export function withDates({ values, dates }: Request, takesRange: boolean): Value[] {
  // A year alone is a number as well: "holidays in 2027".
  const isNamed = (value: Value) =>
    dates.some(
      ({ start, end }) =>
        value.start < end && value.end > start && !(value.start === start && end - start === 4),
    )
  // "Tomorrow at 8 pm", "on 3 December from 9:00 to 10:30": a date, and times of their own.
  const times = values.filter(
    ({ kind, start, end }) =>
      kind === 'time' &&
      dates.some((date) => date.until === undefined && date.start < end && date.end > start),
  )
  const others = values.filter((value) => !/^(?:date|number|time)$/.test(value.kind) || !isNamed(value))
  others.push(...times)
  const named = dates.flatMap((date): Value[] => {
    const { from, until } = date
    const { start, end } = withoutTimes(date, times)
    if (until === undefined) return [{ kind: 'date', text: from, start, end }]
    if (takesRange) return [{ kind: 'dateRange', text: `${from}/${until}`, start, end }]
    return [
      { kind: 'date', text: from, start, end },
      // Its words are those of the first.
      { kind: 'date', text: until, start: end, end },
    ]
  })
  const all = [...others, ...named].toSorted((one, other) => one.start - other.start)
  const days = all.filter(({ kind }) => kind === 'date')
  const [first, last, ...more] = days
  if (!takesRange || !first || !last || more.length > 0) return all
  const range: Value = {
    kind: 'dateRange',
    text: `${first.text}/${last.text}`,
    start: first.start,
    end: last.end,
  }
  return [...all.filter((value) => value !== first && value !== last), range]
}

/** The longest part of a date's words that has none of the times. */
function withoutTimes({ start, end }: Span, times: Span[]): Span {
  const inside = times.filter((time) => time.start < end && time.end > start)
  const edges = [start, ...inside.flatMap((time) => [time.start, time.end]), end]
  const parts = edges.flatMap((from, at) => (at % 2 === 0 ? [{ start: from, end: edges[at + 1]! }] : []))
  return parts.toSorted((one, other) => other.end - other.start - (one.end - one.start))[0]!
}
