import type { Span } from '../words/words.ts'

/** A date in words, or a range of dates, as ISO 8601 dates. */
export type NamedDate = Span & { from: string; until?: string }

export interface CivilDate {
  year: number
  month: number
  day: number
  /** 0 is Monday. */
  weekday: number
}

/** A day by its numbers; numbers beyond the month's or the year's count on. */
export const toIsoDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
