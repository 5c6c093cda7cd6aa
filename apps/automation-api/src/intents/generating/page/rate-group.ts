import { holdsAllWords, singular, wordsOf } from './fold-text.ts'
import type { Group } from './list-groups.ts'
import type { Item } from './survey-page.ts'

const GENERIC = /^(?:item|entry|result|row|line|element|record|one|thing|listing)$/
const AROUND = 8

/**
 * How surely the entries of a group are what a noun names, from 0, which is certain; undefined where nothing says so.
 * Their own names in the markup rank before those of their list, and those before the heading above.
 */
export function rateGroup(items: Item[], { roots, contents }: Group, noun: string): number | undefined {
  const words = wordsOf(noun).map(singular)
  const name = words.join(' ')
  if (name === '') return undefined
  const isCalled = (tokens: string[]) => tokens.some((token) => holdsAllWords(token, name))
  if (roots.every(({ tokens }) => isCalled(tokens))) return 0
  const [first] = roots
  if (isCalled(first!.around.slice(0, AROUND).filter((token) => token.length > 2))) return 1
  const at = items.indexOf(first!)
  const above = items.slice(0, at).filter(isHeading)
  const parts = items.filter(
    ({ xpath, frame }) => frame === first!.frame && first!.xpath.startsWith(`${xpath}/`),
  )
  if (parts.some(({ label, role }) => label !== '' && role !== '' && holdsAllWords(label, name))) return 2
  const nearest = above.at(-1)
  if (nearest && holdsAllWords(nearest.text, name)) return 2
  if (above.some(({ text }) => holdsAllWords(text, name))) return 3
  const cell = contents[0]!.find(({ column }) => column !== '')
  if (cell && holdsAllWords(cell.column, name)) return 3
  return GENERIC.test(words.at(-1) ?? '') ? 4 : undefined
}

const isHeading = ({ role, tag }: Item) => role === 'heading' || /^(?:caption|legend|summary)$/.test(tag)
