import { findChoice } from './find-choice.ts'
import {
  findBeforeTo,
  findBound,
  findByRelation,
  findPlace,
  findProperName,
  findRest,
  isEnd,
  isJourney,
  isOneSide,
  isStart,
  type Search,
} from './find-in-sentence.ts'
import { findLabelled } from './find-labelled.ts'
import { findMonth } from './find-month.ts'
import { findStreet } from './find-street.ts'
import type { ProfileVariable } from '../profile.ts'
import type { Request } from '../read-request.ts'
import { withDates } from './with-dates.ts'
import type { Span } from '../words/words.ts'
import { kindsOf, takesMonth, takesPlace, takesStreet, takesText } from './variable-kinds.ts'

export interface Filled {
  variables: Record<string, string>
  /** The parts of the text with values, including the values' labels. */
  spans: Span[]
  /** The values alone. */
  values: Span[]
  /** The values that were found only by their place in the sentence. */
  guesses: Span[]
  missing: string[]
}

/**
 * Takes values for an automation's variables from a request: first choices, then values that the text labels with the variable's
 * name, then values that fit only one variable, by their form (an e-mail address, a date), by quotes, or by their
 * place in the sentence.
 */
export function fillFromText(
  request: Request,
  variables: ProfileVariable[],
  given: Record<string, string>,
  { isKnown, isLikeKnown }: Pick<Search, 'isKnown' | 'isLikeKnown'>,
): Filled {
  const filled: Record<string, string> = { ...given }
  const spans: Span[] = []
  const values: Span[] = []
  const guesses: Span[] = []
  const takesRange = variables.some((variable) => kindsOf(variable).includes('dateRange'))
  const found = withDates(request, takesRange)
  const open = () => variables.filter(({ name, choices }) => !choices && !Object.hasOwn(filled, name))
  const wanted = () => open().filter(({ isRequired, isSecret }) => isRequired && !isSecret)
  const isFree = (span: Span) => spans.every(({ start, end }) => span.end <= start || span.start >= end)
  const take = ({ name }: ProfileVariable, text: string, span: Span & { valueStart?: number }) => {
    filled[name] = text
    spans.push(span)
    values.push({ start: span.valueStart ?? span.start, end: span.end })
  }

  const labels = variables.flatMap((variable) => variable.labels)
  const search: Search = { request: { ...request, values: found }, isKnown, isLikeKnown, isFree, labels }

  for (const variable of variables) {
    const choice = Object.hasOwn(filled, variable.name) ? undefined : findChoice(search, variable)
    if (choice) take(variable, choice.text, choice)
  }
  for (const variable of open()) {
    const labelled = findLabelled(search, variable)
    if (labelled) take(variable, labelled.text, labelled)
  }
  for (const variable of wanted().filter(takesMonth)) {
    const month = findMonth(search)
    if (month) take(variable, month.text, month)
  }
  for (const variable of open()) {
    const bound = findBound(search, variable)
    if (bound) take(variable, bound.text, bound)
  }
  for (const kinds of new Set(wanted().map((variable) => kindsOf(variable).join()))) {
    if (kinds === 'quoted') continue
    const takers = wanted().filter((variable) => kindsOf(variable).join() === kinds)
    for (const kind of kinds.split(',')) {
      const fitting = found.filter(
        (value) => value.kind === kind && isFree(value) && (kind !== 'quoted' || /\d/.test(value.text)),
      )
      const left = takers.filter(({ name }) => !Object.hasOwn(filled, name))
      if (left.length > 0 && fitting.length === left.length)
        for (const [index, variable] of left.entries()) take(variable, fitting[index]!.text, fitting[index]!)
    }
  }
  // A departure is a place where the request has no date for it.
  const hasDate = found.some(({ kind }) => kind === 'date')
  for (const variable of wanted().filter((each) => takesText(each) || (isJourney(each) && !hasDate))) {
    const related = findByRelation(search, variable)
    if (related) take(variable, related.text, related)
  }
  // "Convert GBP to JPY": what is right before the "to" is where it starts.
  const [origin, goal] = [wanted().find(isStart), variables.find(isEnd)]
  const reached =
    goal && values.find((span) => request.text.slice(span.start, span.end) === filled[goal.name])
  const departed = origin && reached && takesText(origin) ? findBeforeTo(search, reached) : undefined
  if (origin && departed) take(origin, departed.text, departed)
  // "Last month", "from Monday to Wednesday": both sides at once.
  for (const { from, until, ...span } of request.dates) {
    if (until === undefined) continue
    const sides = wanted().filter(takesText)
    const [start, end] = [sides.find(isStart), sides.find(isEnd)]
    if (start && end && isFree(span)) take(start, from, span)
    else if (!end || !Object.values(filled).includes(from)) continue
    if (end) take(end, until, { start: span.end, end: span.end })
  }
  const streets = wanted().filter(takesStreet)
  const street = streets.length === 1 ? findStreet(search) : undefined
  if (street) take(streets[0]!, street.text, street)
  const texts = wanted().filter(takesText)
  const quotes = found.filter((value) => value.kind === 'quoted' && isFree(value))
  if (texts.length > 0 && quotes.length === texts.length) {
    for (const [index, variable] of texts.entries()) take(variable, quotes[index]!.text, quotes[index]!)
  }
  const places = wanted().filter(takesPlace)
  if (places.length === 1) {
    const place = findPlace(search, places[0]!)
    if (place) take(places[0]!, place.text, place)
  }
  // A variable such as a start or an end is never filled without its preposition.
  const left = wanted().filter(
    (variable) => takesText(variable) && !isOneSide(variable) && !takesMonth(variable),
  )
  if (left.length === 1) {
    const rest =
      found.find((value) => value.kind === 'code' && isFree(value)) ??
      findProperName(search) ??
      findRest(search)
    if (rest) take(left[0]!, rest.text, rest)
    if (rest && !('kind' in rest)) guesses.push(rest)
  }
  return {
    variables: filled,
    spans,
    values,
    guesses,
    missing: variables
      .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(filled, name))
      .map(({ name }) => name),
  }
}
