import type { Request } from './read-request.ts'
import type { Value } from './value-kinds.ts'

/**
 * The values of a request, with the dates that it has in words. A range is two dates, and one range for a variable that
 * takes both.
 */
export function withDates({ values, dates }: Request, takesRange: boolean): Value[] {
  const isNamed = (value: Value) => dates.some(({ start, end }) => value.start < end && value.end > start)
  // "Tomorrow at 8 pm" is a date and a time of its own.
  const times = values.filter(
    ({ kind, start, end }) =>
      kind === 'time' &&
      dates.some((date) => date.until === undefined && date.start < start && date.end === end),
  )
  const others = values.filter((value) => !/^(?:date|number|time)$/.test(value.kind) || !isNamed(value))
  others.push(...times)
  const named = dates.flatMap(({ start, end: whole, from, until }): Value[] => {
    const end = times.find((time) => time.end === whole)?.start ?? whole
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
