import type { Search } from './find-in-sentence.ts'
import { type Found, listWords } from '../words/words.ts'

const MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)$/iu

export const isMonthName = (word: string) => MONTH.test(word)

/** The only month that a request names. */
export function findMonth({ request: { text }, isFree }: Search): Found | undefined {
  const found = listWords(text).filter(
    // "May I" and "march to" name none.
    (word) =>
      isMonthName(word.text) &&
      isFree(word) &&
      (!/^(?:may|march)$/i.test(word.text) || /^\p{Lu}/u.test(word.text)),
  )
  return found.length === 1 ? found[0] : undefined
}
