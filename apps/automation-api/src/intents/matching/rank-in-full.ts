import type { Word } from './words/correct-words.ts'
import { findDoing, languageOf } from './words/verbs.ts'
import type { Span } from './words/words.ts'
import type { Candidate } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import { blank } from './values/value-kinds.ts'
import { keyOf, measureRarity } from './question.ts'
import { scoreCandidate, type Scored } from './score-candidate.ts'

/** A request with everything that it is compared with. */
export interface Ranking {
  request: Request
  words: Map<string, Word>
  given: Record<string, string>
  candidates: Candidate[]
}

/** All candidates, likeliest first. */
export function rankInFull({ candidates, ...asked }: Ranking): Scored[] {
  const { request, words } = asked
  const textWithout = (spans: Span[]) => correctText(request, words, spans)
  const language = languageOf(textWithout([]))
  const capitalised = new Set(
    request.tokens.flatMap(({ text }) => (/^\p{Lu}/u.test(text) ? [keyOf(text)] : [])),
  )
  const question = {
    ...asked,
    request: { ...request, doing: findDoing(textWithout([]), language) },
    doingWithout: (spans: Span[]) => findDoing(textWithout(spans), language),
    textWithout,
    language,
    isNoun: (word: string) => capitalised.has(word),
    ...measureRarity(candidates),
  }
  return candidates
    .map((candidate) => scoreCandidate(question, candidate))
    .toSorted((one, other) => other.score - one.score)
}

// Values are no verbs, and verbs may be misspelt.
function correctText(
  { text, values, tokens }: Request,
  words: Map<string, Word>,
  spans: Span[] = [],
): string {
  let corrected = blank(text, [...values, ...spans])
  for (const { text: word, start, end } of tokens.toReversed()) {
    const meant = words.get(keyOf(word))?.corrected
    if (meant && corrected[start] !== ' ')
      corrected = corrected.slice(0, start) + meant + corrected.slice(end)
  }
  return corrected
}
