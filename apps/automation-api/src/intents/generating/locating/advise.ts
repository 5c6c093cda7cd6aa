import { findOwnAnchor } from '../page/find-own-anchor.ts'
import type { Item } from '../page/survey-page.ts'
import type { Advice } from '../session/failure.ts'

/**
 * A phrase that means only the first of several elements: by a text beside it and beside none of the others, else by its
 * number.
 *
 * @param beside the words that lead to such a text: `next to`, `of`
 */
export function advise(
  items: Item[],
  doubtful: Item[],
  { phrase, beside }: { phrase: string; beside: string },
): Advice {
  const [first] = doubtful
  const anchor = first && findOwnAnchor(items, first)
  const text = anchor?.text ?? ''
  return {
    phrase,
    instead:
      text === '' || text.includes('"')
        ? `the first ${phrase.replace(/^the /i, '')}`
        : `${phrase} ${beside} "${text}"`,
  }
}
