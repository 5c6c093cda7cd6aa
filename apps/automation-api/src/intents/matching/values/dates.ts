import * as chrono from 'chrono-node'
import { findDayWords, withoutMornings } from './day-words.ts'
import { type CivilDate, type NamedDate, toIsoDate } from './named-date.ts'
import { findPeriods } from './periods.ts'
import type { Language } from '../words/languages.ts'
import { blank } from './value-kinds.ts'
import { languageOf } from '../words/verbs.ts'
import type { Span } from '../words/words.ts'

/** When and where a request is read: "tomorrow" is a date only there. */
export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  /** An IANA name. */
  timeZone: string
}

const PARSERS: Record<Language, chrono.Chrono> = {
  en: chrono.en.casual,
  de: chrono.de.casual,
  fr: chrono.fr.casual,
  es: chrono.es.casual,
}

/** Finds dates in words: "tomorrow", "next Friday", "3 December", "from Monday to Wednesday", "last month". */
export function findDates(text: string, moment: Moment): NamedDate[] {
  const today = toCivilDate(moment)
  const periods = findPeriods(text, today)
  const reference = { instant: new Date(moment.now), timezone: offsetMinutes(moment) }
  const language = languageOf(text)
  const days = findDayWords(text, language)
  // Those of two words are read as one of them.
  const known = days.filter(({ by }) => language !== 'en' && Math.abs(by) > 1)
  const read = blank(withDashes(withoutMornings(text, language)), known)
  const dates: NamedDate[] = []
  const isTaken = (span: Span) => [...periods, ...known, ...dates].some((other) => overlaps(span, other))
  for (const each of language === 'en' ? (['en'] as const) : ([language, 'en'] as const)) {
    for (const found of PARSERS[each].parse(read, reference, { forwardDate: true })) {
      const span = { start: found.index, end: found.index + found.text.length }
      const before = text.slice(Math.max(0, span.start - 20), span.start)
      if (NO_DAY.test(before) || !isWhole(text, span) || !isDay(found.text, found.start) || isTaken(span))
        continue
      const date = toNamedDate(found, { before, after: text.slice(span.end), today, language: each }, () =>
        PARSERS[each].parse(found.text, reference).at(0),
      )
      if (date)
        dates.push({ ...span, ...afterFirst(date, dates.at(-1), text.slice(dates.at(-1)?.end, span.start)) })
    }
  }
  for (const { start, end, by } of days) {
    const from = toIsoDate(today.year, today.month, today.day + by)
    if (language !== 'en' && ![...periods, ...dates].some((other) => overlaps({ start, end }, other)))
      dates.push({ start, end, from })
  }
  return [...periods, ...dates].toSorted((one, other) => one.start - other.start)
}

interface Place {
  before: string
  after: string
  today: CivilDate
  language: Language
}

/** The dates of what chrono-node has found; undefined where they would be a guess. */
function toNamedDate(
  found: chrono.ParsedResult,
  { before, after, today, language }: Place,
  readAsPast: () => chrono.ParsedResult | undefined,
): { start?: number; from: string; until?: string } | undefined {
  const now = toIsoDate(today.year, today.month, today.day)
  const weekday = found.start.isCertain('weekday') ? found.start.get('weekday') : null
  // "El viernes pasado"
  if (weekday !== null && (AFTER_PAST.test(after) || PAST_BEFORE.test(before))) {
    const back = ((today.weekday - ((weekday + 6) % 7) + 6) % 7) + 1
    return { from: toIsoDate(today.year, today.month, today.day - back) }
  }
  // "Hace tres días" is not in three days.
  if (AGO.test(before)) return undefined
  // Dates without a year lie ahead, and "last Friday" does not.
  const past = PAST.test(found.text) ? readAsPast() : undefined
  if (past) return { from: toIso(past.start) }
  const from = toIso(found.start)
  // On a Monday, "nächsten Freitag" may be in four days or in eleven.
  if (weekday !== null && language !== 'en' && NEXT.test(found.text) && daysFrom(now, from) > 7)
    return undefined
  const [lead, day] = SHARED_MONTH.exec(before) ?? []
  if (day !== undefined) {
    const first = `${from.slice(0, 8)}${day.padStart(2, '0')}`
    return first < from ? { start: found.index - lead!.length, from: first, until: from } : undefined
  }
  if (!found.end || !isDay(found.text, found.end)) return { from }
  const until = found.end.isCertain('weekday')
    ? addDays(from, (found.end.get('weekday')! - new Date(from).getUTCDay() + 7) % 7)
    : toIso(found.end)
  if (until < from) return undefined
  // "Tomorrow from 9:00 to 10:30" is one day.
  return { from, ...(until !== from && { until }) }
}

/** "Del lunes al miércoles": the second is after the first. */
function afterFirst<T extends { from: string }>(date: T, first: NamedDate | undefined, between: string): T {
  const follows = first && /^ (?:al?|hasta(?: el)?) $/u.test(between) && date.from < first.from
  return follows && daysFrom(date.from, first.from) < 7 ? { ...date, from: addDays(date.from, 7) } : date
}

/** "Nächsten Fr" is no part of "nächsten Frühling". */
const isWhole = (text: string, { start, end }: Span) =>
  !/[\p{L}\p{N}]-?$/u.test(text.slice(0, start)) && !/^-?[\p{L}\p{N}]/u.test(text.slice(end))

const AFTER_PAST = /^ (?:pasado|último)(?!\p{L})/iu
const PAST_BEFORE = /(?<!\p{L})(?:vergangenen|vorigen|pasado|último) $/iu
const AGO = /(?<!\p{L})hace $/iu
const NEXT = /(?<!\p{L})(?:nächste[nrs]?|prochaine?|próxim[oa])(?!\p{L})/iu
// "Del 3 al 5 de diciembre", "entre le 3 et le 5 décembre"
const SHARED_MONTH =
  /(?<![\p{L}\p{N}.,])(\d{1,2})(?:\.|er|º)? (?:al?|y|y el|et|et le|au|und|und dem|bis|bis zum|to|to the|and|and the|[-–]) ?(?:le |el |dem )?$/iu

const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const daysFrom = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 86_400_000

/** "Between 3 and 5 December" as "3 - 5 December", with every word at its place. */
const withDashes = (text: string) =>
  text.replaceAll(
    /(?<=(?<![\p{L}])(?:between|zwischen)(?: the| dem)? \d{1,2}(?:st|nd|rd|th|\.)?) (?:and|und) (?=(?:the |dem )?\d{1,2})/giu,
    '  -  ',
  )

const overlaps = (one: Span, other: Span) => one.start < other.end && one.end > other.start

// A weekday that is short for other words, a moment, and a date in digits, which is taken as it is written.
const NO_DATE =
  /^(?:now|just|right|jetzt|maintenant|ahora|sun|sat|mon|wed|fri|so|sa|mo|mi|di|do|fr|mar|may)$/i

// "7.5 hours" and "5 days" are amounts of time.
const AMOUNT =
  /(?:hours?|hrs?|minutes?|mins?|seconds?|stunden?|minuten?|heures?|horas?|minutos?)$|^(?:for |für |pendant |pour |durante |por )?[\d.,]+ (?:days?|weeks?|months?|years?|tagen?|tage?|wochen?|monaten?|monate?|jahren?|jahre?|jours?|semaines?|mois|ans?|días?|semanas?|mes(?:es)?|años?)$/iu

// "Every Monday", "the first Monday in May", "Guten Morgen"
const NO_DAY =
  /(?<![\p{L}])(?:every|each|first|second|third|fourth|fifth|last|before|after|nach|avant|après|antes de|antes del|después de|después del|except|jeden|jeder|ersten?|zweiten?|dritten?|letzten?|chaque|tous les|premier|deuxième|dernier|cada|todos los|primer|segundo|último|guten) $/iu

const PAST =
  /(?<![\p{L}])(?:last|previous|letzte[nrs]?|vergangene[nrs]?|vorige[nrs]?|derni[eè]re?|pasad[oa])(?![\p{L}])/iu

function isDay(text: string, parts: chrono.ParsedComponents): boolean {
  if (
    !/\p{L}{3}/u.test(text) ||
    text
      .trim()
      .split(/\s+/)
      .every((word) => NO_DATE.test(word)) ||
    AMOUNT.test(text.trim())
  )
    return false
  return parts.isCertain('day') || parts.isCertain('weekday')
}

function toIso(parts: chrono.ParsedComponents): string {
  return toIsoDate(parts.get('year')!, parts.get('month')!, parts.get('day')!)
}

/** The day of a moment, as an ISO 8601 date. */
export function dayOf(moment: Moment): string {
  const { year, month, day } = toCivilDate(moment)
  return toIsoDate(year, month, day)
}

function toCivilDate({ now, timeZone }: Moment): CivilDate {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
  const [year = 1970, month = 1, day = 1] = parts.split('-').map(Number)
  return { year, month, day, weekday: (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7 }
}

function offsetMinutes({ now, timeZone }: Moment): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
