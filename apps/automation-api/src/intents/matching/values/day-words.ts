import type { Language } from '../words/languages.ts'
import { blank } from './value-kinds.ts'
import type { Span } from '../words/words.ts'

type Day = Span & {
  /** Days from today. */
  by: number
}

const day = (words: string, by: number): [RegExp, number] => [
  new RegExp(`(?<![\\p{L}\\p{N}]|\\p{L}-)(?:${words})(?![\\p{L}\\p{N}]|-\\p{L})`, 'giu'),
  by,
]

// Those first that have another of them inside. "Hier" is French for yesterday, and German for here.
const DAYS: Record<Language, [RegExp, number][]> = {
  en: [
    day('today', 0),
    day('tonight', 0),
    day('day after tomorrow', 2),
    day('day before yesterday', -2),
    day('tomorrow', 1),
    day('yesterday', -1),
  ],
  de: [day('übermorgen', 2), day('vorgestern', -2), day('heute', 0), day('gestern', -1), day('morgen', 1)],
  fr: [
    day('après[- ]demain', 2),
    day('avant[- ]hier', -2),
    day("aujourd['’]hui", 0),
    day('ce (?:soir|matin)|cet après-midi', 0),
    day('demain', 1),
    day('hier', -1),
  ],
  es: [
    day('pasado mañana', 2),
    day('anteayer|antier|antes de ayer', -2),
    day('hoy|esta (?:mañana|tarde|noche)', 0),
    day('ayer', -1),
    day('mañana', 1),
  ],
}

/** What "morgen" and "mañana" follow where they are the morning: "guten Morgen", "Montag Morgen", "por la mañana". */
const BEFORE_MORNING: Partial<Record<Language, RegExp>> = {
  de: /(?<!\p{L})(?:guten|schönen|am|jeden|der|den|des|diesen|heute|gestern|\p{L}+tag|mittwoch) $/iu,
  es: /(?<!\p{L})(?:la|una|cada|las) $/iu,
}

/** Finds the days that a text names by one word, or by as good as one: "gestern", "après-demain", "pasado mañana". */
export function findDayWords(text: string, language: Language): Day[] {
  const days: Day[] = []
  for (const { start, end, by } of occurrences(text, language)) {
    const isTaken = days.some((other) => start < other.end && end > other.start)
    if (!isTaken && !isMorning(text, { start, end }, language) && !isGreeting(text, { start, end }))
      days.push({ start, end, by })
  }
  return days
}

/** The text without its mornings, which are easily taken for tomorrow. */
export function withoutMornings(text: string, language: Language): string {
  return blank(
    text,
    occurrences(text, language).filter((span) => isMorning(text, span, language) || isGreeting(text, span)),
  )
}

const occurrences = (text: string, language: Language): Day[] =>
  DAYS[language].flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ start: index, end: index + word.length, by })),
  )

const isMorning = (text: string, { start, end }: Span, language: Language) =>
  /^(?:morgen|mañana)$/iu.test(text.slice(start, end)) &&
  (BEFORE_MORNING[language]?.test(text.slice(0, start)) ?? false)

/** "Morgen, zeig mir den Bericht": a greeting, or tomorrow. */
export const isGreeting = (text: string, { start, end }: Span) =>
  /^morgen$/iu.test(text.slice(start, end)) &&
  /^\s*(?:(?:hallo|hi|hey),? )?$/iu.test(text.slice(0, start)) &&
  /^\s*(?:$|[,!.])/u.test(text.slice(end))
