import { fold, holdsAllWords, singular, wordsOf } from './fold-text.ts'
import { isCalled } from './match-name.ts'
import { readingLevel } from './reading-level.ts'
import { dropNested } from './resolve-phrase.ts'
import type { Item } from './survey-page.ts'

export type ReadAs = 'text' | 'link' | 'image'

/** What a field reads of the elements that it names. */
export function readAsOf(field: string): ReadAs {
  const head = singular(wordsOf(field).at(-1) ?? '')
  if (/^(?:link|url|href)$/.test(head)) return 'link'
  return /^(?:image|picture|photo|cover|thumbnail)$/.test(head) ? 'image' : 'text'
}

const LABEL = 12
const NAMES = /^(?:name|title|headline|heading|label)$/
const DATES = /^(?:date|day|time|when|posted|published)$/

/**
 * The element of an entry that a field names: undefined where it has none, 'several' where nothing says which.
 *
 * @param noun what the entries are: `the position` of a position is its name
 */
export function findField(contents: Item[], field: string, noun: string): Item | 'several' | undefined {
  const readAs = readAsOf(field)
  if (readAs === 'link') return findLink(contents, noun)
  if (readAs === 'image') return only(contents.filter(({ tag }) => tag === 'img'))
  const head = singular(wordsOf(field).at(-1) ?? '')
  const isName = NAMES.test(head) || singular(fold(field)) === singular(fold(noun))
  const levels = contents.map((item) => levelOf(item, field, head, isName))
  const best = Math.min(...levels.filter((level) => level !== undefined))
  if (best !== Infinity) return only(dropNested(contents.filter((_, index) => levels[index] === best)))
  const texts = contents.filter(
    ({ hasOwnText, role, tag }) => hasOwnText && role !== 'button' && tag !== 'img',
  )
  return isName ? dropNested(texts)[0] : undefined
}

function levelOf(item: Item, field: string, head: string, isName: boolean): number | undefined {
  if (item.role === 'button' || item.tag === 'img') return undefined
  const levels = [field, singularLast(field)]
    .map((name) => readingLevel(item, name))
    .map((level) => (level === LABEL ? undefined : level))
  const folded = fold(field)
  if (item.text && [item.title, item.alt].some((each) => isCalled(each, folded))) levels.push(2.5)
  if (DATES.test(head) && item.tag === 'time') levels.push(7.6)
  if (isName && item.role === 'heading') levels.push(7.5)
  if (isName && item.tag === 'a' && item.text && item.address) levels.push(9.2)
  if (isName && /^(?:b|strong)$/.test(item.tag)) levels.push(9.3)
  const known = levels.filter((each) => each !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** The entry's own link: the only one, the one of its heading or of the column of that name, or its first text. */
function findLink(contents: Item[], noun: string): Item | 'several' | undefined {
  const links = contents.filter(({ tag, address }) => tag === 'a' && /^https?:/.test(address))
  const [first] = links
  if (!first || links.every(({ address }) => address === first.address)) return first
  const headings = contents.filter(({ role }) => role === 'heading')
  const ways: ((link: Item) => boolean)[] = [
    ({ xpath }) => headings.some((each) => xpath.startsWith(`${each.xpath}/`)),
    ({ column }) => namesColumn(column, noun),
    (link) => link === contents.find(({ hasOwnText, text }) => hasOwnText && text !== ''),
  ]
  for (const way of ways) {
    const own = links.filter(way)
    if (own.length > 0) return only(own)
  }
  return 'several'
}

function only(items: Item[]): Item | 'several' | undefined {
  const [first, second] = items
  return second ? 'several' : first
}

function singularLast(field: string): string {
  const words = field.trim().split(/\s+/)
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ')
}

/** Whether a header names the field. */
export const namesColumn = (column: string, field: string) =>
  column !== '' &&
  (isCalled(column, fold(field)) ||
    isCalled(singularLast(column), singularLast(fold(field))) ||
    (holdsAllWords(column, field) && wordsOf(field).length > 1))
