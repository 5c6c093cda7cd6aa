import { dropNested, listCalled, listInside } from './resolve-phrase.ts'
import { singular, wordsOf } from './fold-text.ts'
import { findNearest } from './find-nearest.ts'
import { type Reading, readTarget, type Scoped, splitScope, unquote } from './read-target.ts'
import { readingLevel } from './reading-level.ts'
import type { Item } from './survey-page.ts'

// A match by the authors' names is certain enough, a match by the form of the text is not.
const SURE = 7

export type Readable =
  | { items: Item[]; what: string; anchor?: Item; isMultiple?: boolean }
  | { doubtful: Item[] }
  | { missing: true; count?: number }

/** The elements to read for a phrase such as `the price of A Field Guide to Fog` or `product names`. */
export function findReadable(items: Item[], phrase: string, isMultiple: boolean): Readable {
  const { readings, ordinal } = readTarget(phrase.trim().replace(OF_IT, ''))
  for (const { name } of readings) {
    const found = listReadable(isMultiple ? withoutTitle(items) : items, name)
    if (found.length === 0) continue
    if (isMultiple) {
      const entries = listEntries(items, found)
      if (entries.length === 1 && !isEntry(entries[0]!)) continue
      return { items: entries, what: name, isMultiple }
    }
    if (ordinal !== undefined) {
      const item = found.at(ordinal > 0 ? ordinal - 1 : ordinal)
      return item ? { items: [item], what: name } : { missing: true, count: found.length }
    }
    if (found.length === 1) return { items: found, what: name }
    return isPlural(name) ? { items: found, what: name, isMultiple: true } : { doubtful: found }
  }
  let doubt: Readable = { missing: true }
  for (const scoped of splitScope(phrase)) {
    const found = scoped.nth
      ? readInside(items, scoped.what, scoped.nth)
      : readBeside(items, scoped.what, scoped.anchors, isMultiple)
    if ('items' in found) return found
    if ('doubtful' in found) doubt = found
  }
  if ('doubtful' in doubt || isMultiple) return doubt
  return readLabelled(items, readings[0]?.name ?? '') ?? doubt
}

const LABELS = 5

/** Of `the emergency number`, what stands after the label `Emergency:`. */
function readLabelled(items: Item[], name: string): Readable | undefined {
  const [, label] = /^(?:the )?(.+) (?:number|date|time|value|text|address)$/i.exec(name) ?? []
  if (label === undefined) return undefined
  const found = listReadable(items, label)
  const isLabelled = found.every((item) => (readingLevel(item, label) ?? Infinity) <= LABELS)
  return found.length === 1 && isLabelled ? { items: found, what: label } : undefined
}

/** `the price of the second product` */
function readInside(items: Item[], phrase: string, { number, rest }: NonNullable<Scoped['nth']>): Readable {
  for (const { name } of readTarget(phrase).readings) {
    const found = listInside(listReadable(items, name), rest)
    const item = found.at(number > 0 ? number - 1 : number)
    if (item) return { items: [item], what: name }
    if (found.length > 0) return { missing: true, count: found.length }
  }
  return { missing: true }
}

function readBeside(items: Item[], phrase: string, said: Reading[], isMultiple: boolean): Readable {
  const anchors = listCalled(items, said)
  for (const { name } of readTarget(phrase).readings) {
    for (const most of [SURE, Infinity]) {
      const found = listBeside(items, anchors, name, most)
      const [anchor] = found[0] ? findNearest(anchors, [found[0]]) : []
      if (!anchor) continue
      return found.length === 1 || isMultiple
        ? { items: found, what: name, anchor, isMultiple }
        : { doubtful: found }
    }
  }
  return { missing: true }
}

/** The nearest elements, and the best matches among them. */
function listBeside(items: Item[], anchors: Item[], name: string, most: number): Item[] {
  const levelOf = (item: Item) => readingLevel(item, name) ?? Infinity
  const fitting = items.filter((item) => levelOf(item) < most)
  const nearest = findNearest(fitting, anchors)
  const best = Math.min(...nearest.map(levelOf))
  return dropNested(nearest.filter((item) => levelOf(item) === best))
}

function listReadable(items: Item[], name: string): Item[] {
  const levels = items.map((item) => readingLevel(item, unquote(name) ?? name))
  const best = Math.min(...levels.filter((level) => level !== undefined))
  return dropNested(items.filter((_, index) => levels[index] === best))
}

/** The only title of a page is not one of the things that it lists. */
function withoutTitle(items: Item[]): Item[] {
  const [title, other] = items.filter(({ tag }) => tag === 'h1')
  return title && !other ? items.filter((item) => item !== title) : items
}

/** Whether the element is a list entry, even if it is the only one. */
const isEntry = ({ xpath, tokens, column }: Item) =>
  column !== '' || tokens.length > 0 || /\/(?:li|tr|article|dd|option)(?:\[\d+\])?(?:\/|$)/.test(xpath)

/** The name of a list describes its entries. */
function listEntries(items: Item[], found: Item[]): Item[] {
  const [list, other] = found
  if (!list || other) return found
  const entries = items.filter(
    ({ frame, xpath, tag }) =>
      frame === list.frame && xpath.replace(/\/[^/]+$/, '') === list.xpath && /^(?:li|tr|article)$/.test(tag),
  )
  return entries.length > 0 ? entries : found
}

const isPlural = (name: string) => {
  const last = wordsOf(name).at(-1) ?? ''
  return singular(last) !== last
}

const OF_IT = /^(?:the )?(?:text|value|contents?|inner text) (?:of|in|inside|from) /i
