import { dayOf, findDates, type Moment } from './values/dates.ts'
import type { NamedDate } from './values/named-date.ts'
import { overridesInstructions } from './effects.ts'
import { findConditions } from './words/conditions.ts'
import { asksForSomething, findDoing, languageOf, type Doing } from './words/verbs.ts'
import { blank, findValues, type Value } from './values/value-kinds.ts'
import { findPartsOfDay, findVagueTimes } from './values/vague-times.ts'
import type { Span } from './words/words.ts'

interface Token {
  text: string
  start: number
  end: number
  /** Capitalised where the language does not require it: usually a name. */
  isName: boolean
}

export interface Request {
  text: string
  values: Value[]
  /** The dates that it has in words. */
  dates: NamedDate[]
  /** The times that it names besides them, of which nobody knows the day. */
  vagueTimes: Span[]
  /** The parts of a day that it names, of the days above too: "tonight" is one of today. */
  partsOfDay: Span[]
  /** What it makes a change depend on, which no run can check. */
  conditions: Span[]
  /** The day on which it was made, as an ISO 8601 date. */
  today: string
  /** The words outside of values. */
  tokens: Token[]
  doing: Doing
  /** In a text of several clauses, those that ask for something: others only tell why. */
  asking: Span[]
  /** The text addresses a language model as its reader. */
  isOverriding: boolean
}

// Digits belong to dates in words.
const isMarked = ({ kind }: Value) => !/^(?:date|number|time)$/.test(kind)

const MAX_CHARACTERS = 2000
const MAX_TOKENS = 100

/** Analyses a request: its values, its words, and what it wants done. */
export function readRequest(given: string, moment: Moment): Request {
  const whole = given.toWellFormed().replaceAll('\0', ' ').slice(0, MAX_CHARACTERS)
  const marked = blank(whole, findValues(whole).filter(isMarked))
  const { conditions, polite } = findConditions(marked, languageOf(marked))
  const text = blank(whole, polite)
  const values = findValues(text)
  const rest = blank(text, values)
  const said = blank(text, values.filter(isMarked))
  const dates = findDates(said, moment)
  return {
    text,
    values,
    dates,
    vagueTimes: findVagueTimes(said).filter(
      ({ start, end }) => !dates.some((date) => start < date.end && end > date.start),
    ),
    partsOfDay: findPartsOfDay(said),
    conditions,
    today: dayOf(moment),
    tokens: findTokens(rest),
    doing: findDoing(rest),
    asking: findAsking(rest),
    isOverriding: overridesInstructions(whole),
  }
}

// A short text is asked for as a whole.
const LONG_TEXT = 12

function findAsking(rest: string): Span[] {
  if (findTokens(rest).length < LONG_TEXT) return []
  const clauses = [...rest.matchAll(/[^.,;:!?\n]+[?]?/gu)].map(({ 0: clause, index }) => ({
    clause,
    start: index,
    end: index + clause.length,
  }))
  return clauses.filter(({ clause }) => asksForSomething(clause))
}

function findTokens(rest: string): Token[] {
  return [...rest.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].slice(0, MAX_TOKENS).map((match) => {
    const before = rest.slice(0, match.index).trimEnd()
    const beginsSentence = before === '' || /[.!?:]$/.test(before)
    return {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      isName: !beginsSentence && /^\p{Lu}/u.test(match[0]) && !/^I(['’]|$)/.test(match[0]),
    }
  })
}
