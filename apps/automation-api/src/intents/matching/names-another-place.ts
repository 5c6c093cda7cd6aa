import { isFiller } from './values/find-in-sentence.ts'
import { keyOf, type Question } from './question.ts'
import type { Request } from './read-request.ts'

const BEFORE =
  /(?<![\p{L}])(?:on|at|with|via|in|into|from|using|through|of|sur|chez|avec|dans|via|en|con) (?:the |my |our |la |le |el |mon |ma |mi )?$/iu
// Every noun of German is capitalised.
const BEFORE_IN_GERMAN = /(?<![\p{L}])(?:bei|von|auf|via) $/iu
const TIMES =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|new|year|pdf|csv|am|pm|utc|gmt|cet|q[1-4])$/iu
// "In Swiss francs"
const OF_A_COUNTRY =
  /^(?:\p{L}+(?:ish|ese|ian|ean|can)|swiss|french|dutch|german|greek|czech|thai|norse|welsh|us|uk|eu)$/iu

/**
 * Whether a request names whose service it is for, by a name that the automation does not have: "a table with Opentable", "the
 * headlines of the Guardian". It is for another one.
 *
 * @param left the words that are no values
 */
export function namesAnotherPlace(
  { request: { text, tokens }, language }: Question,
  left: Request['tokens'],
  isNamed: (word: string) => boolean,
): boolean {
  const before = language === 'de' ? BEFORE_IN_GERMAN : BEFORE
  // "The Opentable table", "my Zalando order"
  const isBeforeOwn = (token: Request['tokens'][number]) => {
    const next = tokens[tokens.indexOf(token) + 1]
    return (
      next !== undefined && !next.isName && text.slice(token.end, next.start) === ' ' && isNamed(next.text)
    )
  }
  return left.some((token) => {
    if (
      !token.isName ||
      isNamed(token.text) ||
      isFiller(keyOf(token.text)) ||
      TIMES.test(token.text) ||
      OF_A_COUNTRY.test(token.text)
    )
      return false
    let first = tokens.indexOf(token)
    while (
      first > 0 &&
      tokens[first - 1]!.isName &&
      text.slice(tokens[first - 1]!.end, tokens[first]!.start) === ' '
    )
      first -= 1
    return before.test(text.slice(0, tokens[first]!.start)) || (language === 'en' && isBeforeOwn(token))
  })
}
