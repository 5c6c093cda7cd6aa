import type { Request } from './read-request.ts'
import type { Value } from './value-kinds.ts'

/**
 * The values of a request, with the dates that it has in words. A range is two dates, and one range for a variable that
 * takes both.
 */
export function withDates({ values, dates }: Request, takesRange: boolean): Value[] {
  const others = values.filter(
    (value) =>
      !/^(?:date|number|time)$/.test(value.kind) ||
      !dates.some(({ start, end }) => value.start < end && value.end > start),
  )
  const named = dates.flatMap(({ start, end, from, until }): Value[] => {
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
