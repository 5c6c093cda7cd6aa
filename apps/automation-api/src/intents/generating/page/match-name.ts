import { fold, holdsAllWords, holdsWords, squash } from './fold-text.ts'
import type { Item } from './survey-page.ts'

/**
 * How well an element's name matches, from 0, which is exact; undefined where it does not. Visible names rank before
 * names in the markup, and whole names before parts.
 */
export function matchName(item: Item, wanted: string): number | undefined {
  if (wanted === '') return undefined
  const plain = wanted.replaceAll(/\s+/g, ' ').trim()
  const folded = fold(plain)
  const squashed = squash(plain)
  const shown = [item.name, item.label, item.caption, item.text].filter(Boolean)
  const besides = [item.placeholder, item.alt, item.title].filter(Boolean)
  if (shown.includes(plain)) return 0
  if (besides.includes(plain)) return 1
  if (folded !== '' && shown.some((each) => fold(each) === folded)) return 2
  if (folded !== '' && besides.some((each) => fold(each) === folded)) return 3
  if (squashed !== '' && [...shown, ...besides].some((each) => squash(each) === squashed)) return 4
  // A field with its label beside it, not connected to it.
  if (isCalled(item.lead, folded)) return 5
  if (squashed !== '' && item.tokens.some((each) => squash(each) === squashed)) return 6
  if ([...shown, ...besides].some((each) => holdsWords(each, plain))) return 7
  if (holdsWords(item.lead, plain)) return 8
  return holdsAllWords(item.tokens.join(' '), plain) ? 9 : undefined
}

export const isField = (item: Item) => item.isEditable || item.tag === 'select'

export const isCalled = (text: string | undefined, folded: string) =>
  folded !== '' && text !== undefined && fold(text) === folded
