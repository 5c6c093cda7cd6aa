import { findDayWords } from './day-words.ts'
import { findOrders } from './periods.ts'
import type { Language } from '../words/languages.ts'
import { languageOf } from '../words/verbs.ts'

const DAYS: Record<string, string> = {
  today: 'today',
  todays: 'today',
  tonight: 'today',
  tomorrow: 'tomorrow',
  tomorrows: 'tomorrow',
  yesterday: 'yesterday',
  yesterdays: 'yesterday',
}
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const ORDER: Record<string, string> = {
  this: 'this',
  current: 'this',
  last: 'last',
  previous: 'last',
  past: 'last',
  next: 'next',
  coming: 'next',
  following: 'next',
}
const PERIOD = new RegExp(
  `\\b(?:(this|current|last|previous|past|next|coming|following) (week|weekend|month|quarter|year|${WEEKDAY})|(${WEEKDAY})|(this) (morning|afternoon|evening))\\b`,
  'g',
)

/** The times that a text names relative to now: today, last month, Monday. */
export function listTimes(text: string, language: Language = languageOf(text)): string[] {
  const lower = text.toLowerCase().replaceAll(/['’]/g, '')
  const days = lower.split(/[^\p{L}]+/u).flatMap((word) => DAYS[word] ?? [])
  const periods = [...lower.matchAll(PERIOD)].map(([, order, period, weekday, ofToday]) => {
    if (ofToday) return 'today'
    return order ? `${ORDER[order]} ${period!.replace(/s$/, '')}` : weekday!.replace(/s$/, '')
  })
  return [...new Set([...days, ...periods, ...(language === 'en' ? [] : listForeignTimes(text, language))])]
}

const RELATIVE: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }
const ORDERS: Record<number, string> = { [-1]: 'last', 0: 'this', 1: 'next' }

function listForeignTimes(text: string, language: Exclude<Language, 'en'>): string[] {
  const days = findDayWords(text, language).map(({ by }) => RELATIVE[by] ?? `${by} days from today`)
  const periods = findOrders(text).map(({ unit, by }) => `${ORDERS[by]} ${unit}`)
  const weekdays = WEEKDAYS[language].flatMap((forms, at) => {
    const named = new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'iu').test(text)
    return named ? ENGLISH[at]! : []
  })
  return [...days, ...periods, ...weekdays]
}

const ENGLISH = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAYS: Record<Exclude<Language, 'en'>, string[]> = {
  de: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag|sonnabend', 'sonntag'].map((day) =>
    day.replaceAll(/\w+/g, '$&s?'),
  ),
  fr: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  es: ['lunes', 'martes', 'mi[ée]rcoles', 'jueves', 'viernes', 's[áa]bado', 'domingo'],
}
