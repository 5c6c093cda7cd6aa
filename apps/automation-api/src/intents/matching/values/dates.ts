import * as chrono from 'chrono-node'
import { detectLanguage, type Language } from '../words/languages.ts'
import type { Span } from '../words/words.ts'

/** When and where a request is read: "tomorrow" is a date only there. */
export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  /** An IANA name. */
  timeZone: string
}

/** A date in words, or a range of dates, as ISO 8601 dates. */
export type NamedDate = Span & { from: string; until?: string }

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
  const language = detectLanguage(text)
  const languages: Language[] = language === 'en' ? ['en'] : [language, 'en']
  const dates: NamedDate[] = []
  for (const each of languages) {
    for (const found of PARSERS[each].parse(withDashes(text), reference, { forwardDate: true })) {
      const span = { start: found.index, end: found.index + found.text.length }
      if (NO_DAY.test(text.slice(Math.max(0, found.index - 20), found.index))) continue
      if (!isDay(found.text, found.start) || [...periods, ...dates].some((other) => overlaps(span, other)))
        continue
      // Dates without a year lie ahead, and "last Friday" does not.
      const [past] = PAST.test(found.text) ? PARSERS[each].parse(found.text, reference) : []
      if (past) {
        dates.push({ ...span, from: toIso(past.start) })
        continue
      }
      const from = toIso(found.start)
      const until = found.end && isDay(found.text, found.end) ? toIso(found.end) : undefined
      // "Tomorrow from 9:00 to 10:30" is one day.
      dates.push({ ...span, from, ...(until && until !== from && { until }) })
    }
  }
  return [...periods, ...dates].toSorted((one, other) => one.start - other.start)
}

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
  /(?<![\p{L}])(?:every|each|first|second|third|fourth|fifth|last|except|jeden|jeder|ersten?|zweiten?|dritten?|letzten?|chaque|tous les|premier|deuxième|dernier|cada|todos los|primer|segundo|último|guten) $/iu

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
  return iso(parts.get('year')!, parts.get('month')!, parts.get('day')!)
}

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The day of a moment, as an ISO 8601 date. */
export function dayOf(moment: Moment): string {
  const { year, month, day } = toCivilDate(moment)
  return iso(year, month, day)
}

interface CivilDate {
  year: number
  month: number
  day: number
  /** 0 is Monday. */
  weekday: number
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

const ORDERS: [number, string][] = [
  [
    -1,
    'last|previous|past|letzten?|letzter|letztes|vergangenen?|vorigen?|dernière?|passée?|pasad[oa]|últim[oa]',
  ],
  [0, 'this|current|diesen?|dieser|dieses|aktuellen?|ce|cet|cette|est[ea]|actual'],
  [1, 'next|coming|following|nächsten?|nächster|nächstes|kommenden?|prochaine?|próxim[oa]|que viene'],
]
const UNITS: [Unit, string][] = [
  ['week', 'week|woche|semaine|semana'],
  ['month', 'month|monats?|mois|mes'],
  ['quarter', 'quarter|quartals?|trimestre'],
  ['year', 'year|jahre?s?|année|an|año'],
]
type Unit = 'week' | 'month' | 'quarter' | 'year'
const ORDER = ORDERS.map(([, words]) => words).join('|')
const UNIT = UNITS.map(([, words]) => words).join('|')
const PERIOD = new RegExp(`(?<![\\p{L}])(?:(${ORDER}) (${UNIT})|(${UNIT}) (${ORDER}))(?![\\p{L}])`, 'giu')

const whole = (words: string) => new RegExp(`^(?:${words})$`, 'iu')
const ORDER_OF = ORDERS.map(([means, words]) => ({ means, pattern: whole(words) }))
const UNIT_OF = UNITS.map(([means, words]) => ({ means, pattern: whole(words) }))

function findPeriods(text: string, today: CivilDate): NamedDate[] {
  return [...text.matchAll(PERIOD)].map((match) => {
    const order = (match[1] ?? match[4]!).toLowerCase()
    const named = (match[2] ?? match[3]!).toLowerCase()
    const unit = UNIT_OF.find(({ pattern }) => pattern.test(named))!.means
    const by = ORDER_OF.find(({ pattern }) => pattern.test(order))!.means
    return { start: match.index, end: match.index + match[0].length, ...toRange(unit, by, today) }
  })
}

function toRange(unit: Unit, by: number, { year, month, day, weekday }: CivilDate) {
  if (unit === 'week') {
    const monday = day - weekday + 7 * by
    return { from: iso(year, month, monday), until: iso(year, month, monday + 6) }
  }
  const months = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12
  const first = Math.floor((month - 1) / months) * months + 1 + by * months
  return { from: iso(year, first, 1), until: iso(year, first + months, 0) }
}
