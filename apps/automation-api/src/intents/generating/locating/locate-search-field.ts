import { GenerationFailed } from '../session/failure.ts'
import { holdsAllWords } from '../page/fold-text.ts'
import { doubt } from './locate-element.ts'
import { keyOf, type Seen } from './locate.ts'
import type { Item } from '../page/survey-page.ts'

/** The page's search field: one that is marked as such, else the only field. */
export function locateSearchField(items: Item[]): Seen<Item> {
  const fields = items.filter(({ isEditable, type }) => isEditable && type !== 'password')
  const ways: ((item: Item) => boolean)[] = [
    ({ role, type }) => role === 'searchbox' || type === 'search',
    ({ name, placeholder, label }) =>
      [name, placeholder, label].some((each) => holdsAllWords(each, 'search')),
    ({ tokens }) =>
      tokens.some((token) => /^(?:q|s|query|keywords?)$/i.test(token) || holdsAllWords(token, 'search')),
    () => true,
  ]
  for (const way of ways) {
    const found = fields.filter(way)
    const [first, second] = found
    if (first && !second) return { found: first, key: keyOf(first) }
    if (second) return { problem: doubt('search field', found), isDoubt: true }
  }
  return {
    problem: new GenerationFailed('element_not_found', 'There is no field on the page to search with.'),
    isDoubt: false,
  }
}
