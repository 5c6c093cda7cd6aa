import type { Word } from './words/correct-words.ts'
import type { Language } from './words/languages.ts'
import type { Candidate } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import { UNKNOWN_WORD } from './thresholds.ts'
import type { Doing } from './words/verbs.ts'
import type { Span } from './words/words.ts'

/** A request in the form that all candidates are compared with. */
export interface Question {
  request: Request
  words: Map<string, Word>
  /** Values that came with it, besides those in its text. */
  given: Record<string, string>
  /** The weight of a stem: the fewer automations have it, the higher. */
  rarityOf(stem: string): number
  isKnown(stem: string): boolean
  language: Language
  /** Capitalised, as every noun of German is. */
  isNoun(word: string): boolean
  /** The request's corrected text without these parts. */
  textWithout(spans: Span[]): string
  /** The verbs that are left without these parts. */
  doingWithout(spans: Span[]): Doing
}

/** A word in the form in which it is looked up. */
export const keyOf = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^(?:[ldjnscmt]|qu)'|'s$/, '')

/** How rare each stem is among these automations. */
export function measureRarity(candidates: Candidate[]): Pick<Question, 'rarityOf' | 'isKnown'> {
  const counts = new Map<string, number>()
  for (const { stems } of candidates)
    for (const stem of stems.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const rarest = Math.log(1 + candidates.length)
  return {
    isKnown: (stem) => counts.has(stem),
    rarityOf(stem) {
      const count = counts.get(stem)
      return count === undefined ? UNKNOWN_WORD * rarest : Math.log(1 + candidates.length / count)
    },
  }
}
