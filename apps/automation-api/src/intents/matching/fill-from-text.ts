import { findByRelation, findPlace, findRest, isOneSide } from './find-in-sentence.ts'
import { findLabelled } from './find-labelled.ts'
import type { ProfileVariable } from './profile.ts'
import type { Request } from './read-request.ts'
import type { Span } from './words.ts'
import { kindsOf, takesPlace, takesText } from './variable-kinds.ts'

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
 * Takes values for an automation's variables from a request: first values that the text labels with the variable's
 * name, then values that fit only one variable, by their form (an e-mail address, a date), by quotes, or by their
 * place in the sentence.
 *
 * @param isKnown whether a word occurs in the owner's automations, and so is hardly a value
 */
export function fillFromText(
  request: Request,
  variables: ProfileVariable[],
  given: Record<string, string>,
  isKnown: (word: string) => boolean,
): Filled {
  const filled: Record<string, string> = { ...given }
  const spans: Span[] = []
  const values: Span[] = []
  const guesses: Span[] = []
  const open = () => variables.filter(({ name }) => !Object.hasOwn(filled, name))
  const wanted = () => open().filter(({ isRequired, isSecret }) => isRequired && !isSecret)
  const isFree = (span: Span) => spans.every(({ start, end }) => span.end <= start || span.start >= end)
  const take = ({ name }: ProfileVariable, text: string, span: Span & { valueStart?: number }) => {
    filled[name] = text
    spans.push(span)
    values.push({ start: span.valueStart ?? span.start, end: span.end })
  }

  const search = { request, isKnown, isFree }

  for (const variable of open()) {
    const found = findLabelled(search, variable)
    if (found) take(variable, found.text, found)
  }
  for (const kinds of new Set(wanted().map((variable) => kindsOf(variable).join()))) {
    if (kinds === 'quoted') continue
    const takers = wanted().filter((variable) => kindsOf(variable).join() === kinds)
    for (const kind of kinds.split(',')) {
      const fitting = request.values.filter(
        (value) => value.kind === kind && isFree(value) && (kind !== 'quoted' || /\d/.test(value.text)),
      )
      const left = takers.filter(({ name }) => !Object.hasOwn(filled, name))
      if (left.length > 0 && fitting.length === left.length)
        for (const [index, variable] of left.entries()) take(variable, fitting[index]!.text, fitting[index]!)
    }
  }
  for (const variable of wanted().filter(takesText)) {
    const found = findByRelation(search, variable)
    if (found) take(variable, found.text, found)
  }
  const texts = wanted().filter(takesText)
  const quotes = request.values.filter((value) => value.kind === 'quoted' && isFree(value))
  if (texts.length > 0 && quotes.length === texts.length) {
    for (const [index, variable] of texts.entries()) take(variable, quotes[index]!.text, quotes[index]!)
  }
  const places = wanted().filter(takesPlace)
  if (places.length === 1) {
    const found = findPlace(search)
    if (found) take(places[0]!, found.text, found)
  }
  // A variable such as a start or an end is never filled without its preposition.
  const left = wanted().filter((variable) => takesText(variable) && !isOneSide(variable))
  if (left.length === 1) {
    const found = request.values.find((value) => value.kind === 'code' && isFree(value)) ?? findRest(search)
    if (found) take(left[0]!, found.text, found)
    if (found && !('kind' in found)) guesses.push(found)
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
