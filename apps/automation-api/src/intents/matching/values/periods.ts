import type { Span } from '../words/words.ts'
import { type CivilDate, type NamedDate, toIsoDate } from './named-date.ts'

const ORDERS: [number, string][] = [
  [
    -1,
    'last|previous|past|letzten?|letzter|letztes|vergangenen?|vorigen?|dernier|dernière|passée?|pasad[oa]|últim[oa]',
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

// A whole word: "ce week-end" names no week.
const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?!-?\\p{L})`, 'giu')
const only = (words: string) => new RegExp(`^(?:${words})$`, 'iu')
const ORDER_OF = ORDERS.map(([means, words]) => ({ means, pattern: only(words) }))
const UNIT_OF = UNITS.map(([means, words]) => ({ means, pattern: only(words) }))

const PERIOD = whole(`(${ORDER}) (${UNIT})|(${UNIT}) (${ORDER})`)
// "The end of the month", "zum Jahresende", "fin de año", "à la fin de l'année": its last day.
const LAST_DAYS = [
  whole('(?:the )?end of (?:the |this )?(year|month|quarter)'),
  whole("(?<=(?:by|at|until) (?:the )?)(year|month|quarter)(?:-| |['’]s )end"),
  whole('ende (?:des|dieses) (jahres|monats|quartals)'),
  whole('(jahres|monats|quartals)ende'),
  whole("fin (?:de l['’]|de cette |du |de ce )(année|mois|trimestre)"),
  whole('fin(?:al)? (?:de |del |de este )(año|mes|trimestre)'),
]
const IN_YEAR = whole(
  "(?<=in |im jahr |in the year |en |en el año |en l['’]an )(20\\d{2})(?![\\d.,:/%-]\\d|[%€$])",
)
// "Early next year", "Anfang nächsten Monats": a part of it, and not the whole.
const PART =
  /(?<!\p{L})(?:early|earlier|late|later|mid|middle of|start of|beginning of|end of|half of|anfang|mitte|ende|beginn|début|fin|milieu|mi|principios?|mediados|final(?:es)?|inicios?|comienzos?)[ -](?:(?:de(?: la| l['’])?|del|des|du|the|in|der) )?(?:el |la |le |l['’])?$/iu

/** Finds weeks, months, quarters and years by their place to now, the last day of them, and years by their number. */
export function findPeriods(text: string, today: CivilDate): NamedDate[] {
  const ends = LAST_DAYS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      ...spanOf(match),
      from: toRange(unitOf(match[1]!), 0, today).until,
    })),
  )
  const periods = findOrders(text).flatMap(({ unit, by, start, end }) =>
    PART.test(text.slice(Math.max(0, start - 30), start))
      ? []
      : [{ start, end, ...toRange(unit, by, today) }],
  )
  const years = [...text.matchAll(IN_YEAR)].map((match) => ({
    ...spanOf(match),
    from: `${match[1]}-01-01`,
    until: `${match[1]}-12-31`,
  }))
  return [...ends, ...periods, ...years].filter(
    (one, index, all) => !all.slice(0, index).some((other) => one.start < other.end && one.end > other.start),
  )
}

/** The weeks, months, quarters and years of a text that are the last one, this one or the next one. */
export function findOrders(text: string): (Span & { unit: Unit; by: number })[] {
  return [...text.matchAll(PERIOD)].map((match) => {
    const order = (match[1] ?? match[4]!).toLowerCase()
    const by = ORDER_OF.find(({ pattern }) => pattern.test(order))!.means
    return { ...spanOf(match), unit: unitOf(match[2] ?? match[3]!), by }
  })
}

const spanOf = (match: RegExpMatchArray): Span => ({
  start: match.index!,
  end: match.index! + match[0].length,
})

const unitOf = (word: string): Unit => UNIT_OF.find(({ pattern }) => pattern.test(word))!.means

function toRange(unit: Unit, by: number, { year, month, day, weekday }: CivilDate) {
  if (unit === 'week') {
    const monday = day - weekday + 7 * by
    return { from: toIsoDate(year, month, monday), until: toIsoDate(year, month, monday + 6) }
  }
  const months = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12
  const first = Math.floor((month - 1) / months) * months + 1 + by * months
  return { from: toIsoDate(year, first, 1), until: toIsoDate(year, first + months, 0) }
}
