import type { Item } from './survey-page.ts'
import { holdsAllWords } from './fold-text.ts'
import { matchName } from './match-name.ts'
import { type Kind, type Reading, readTarget, type Scoped, splitScope, type Target } from './read-target.ts'
import { describeItem } from './describe-item.ts'
import { findNearest } from './find-nearest.ts'

// Levels below this match a whole name, levels above it a part.
const WHOLE = 6.5

/** What is to be done to the element, which limits the possible elements. */
export type Use = 'press' | 'fill' | 'choose' | 'check' | 'see'

export type Resolution =
  | { item: Item; name: string; anchor?: Item }
  /** Two of several elements that match equally well. */
  | { doubtful: Item[] }
  | { missing: true; count?: number }

const PRESSED =
  /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|combobox|listbox|gridcell)$/

const KINDS: Record<Exclude<Kind, 'any'>, (item: Item) => boolean> = {
  button: ({ role, tag }) => role === 'button' || tag === 'button',
  link: ({ role, tag }) => role === 'link' || tag === 'a',
  field: (item) => item.isEditable || item.tag === 'select' || /^(?:checkbox|radio|switch)$/.test(item.role),
  checkbox: ({ role }) => /^(?:checkbox|switch|menuitemcheckbox)$/.test(role),
  radio: ({ role }) => /^(?:radio|menuitemradio)$/.test(role),
  tab: ({ role }) => role === 'tab',
  menuitem: ({ role, isInteractive }) => isInteractive || role.startsWith('menu'),
  choice: ({ role, tag }) => tag === 'select' || /^(?:combobox|listbox)$/.test(role),
  image: ({ role, tag }) => tag === 'img' || tag === 'svg' || role === 'img',
  heading: ({ role }) => role === 'heading',
}

/** The possible elements for each use, likeliest kind first. */
const POOLS: Record<Use, ((item: Item) => boolean)[]> = {
  press: [
    (item) => (PRESSED.test(item.role) || item.tag === 'a') && !item.isEditable && item.tag !== 'select',
    (item) => item.isInteractive,
    (item) => item.hasOwnText || item.tag === 'svg' || item.role === 'heading',
  ],
  fill: [(item) => item.isEditable || item.tag === 'select'],
  choose: [({ role, tag }) => tag === 'select' || /^(?:combobox|listbox)$/.test(role)],
  check: [
    // A box before its label, which has the same name and the same state.
    ({ isChecked, tag }) => isChecked !== null && tag !== 'label',
    ({ role, isChecked }) =>
      /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role) || isChecked !== null,
  ],
  see: [() => true],
}

/**
 * Resolves a phrase to one element. Among the possible elements the best match is taken: an exact name before another
 * case, the whole before a part, visible names before names in the markup. Two equal matches are ambiguous, unless the
 * phrase says which one, or names a neighbour.
 */
export function resolvePhrase(items: Item[], phrase: string, use: Use): Resolution {
  const target = readTarget(phrase)
  const pools = POOLS[use].map((isIn) => items.filter(isIn))
  for (const most of [WHOLE, Infinity]) {
    for (const pool of pools) {
      const meant = findAmong(pool, target, use, most)
      if (meant) return use === 'press' ? withLink(items, meant) : meant
    }
  }
  for (const scoped of splitScope(phrase)) {
    for (const pool of pools) {
      const meant = findBy(items, pool, scoped)
      if (meant) return meant
    }
  }
  return { missing: true }
}

/** A heading is followed by the link inside of it. */
function withLink(items: Item[], meant: Resolution): Resolution {
  if (!('item' in meant) || meant.item.role !== 'heading') return meant
  const { frame, xpath } = meant.item
  const [link, other] = items.filter(
    (item) => item.tag === 'a' && item.frame === frame && item.xpath.startsWith(`${xpath}/`),
  )
  return link && !other ? { ...meant, item: link } : meant
}

function findAmong(pool: Item[], target: Target, use: Use, most: number): Resolution | undefined {
  const best =
    listBest(pool, target.readings, most) ?? (most > WHOLE ? listByTheirPlace(pool, target) : undefined)
  if (!best) return undefined
  // A text is seen at its own element, not at the one that it labels.
  const standing = use === 'see' ? best.items.filter(({ hasOwnText }) => hasOwnText) : []
  const named = dropNested(standing.length > 0 ? standing : best.items)
  // `The first headline` is not the title of the page.
  const others = named.filter(({ tag }) => tag !== 'h1')
  const isTitled =
    target.ordinal !== undefined && best.reading?.name === '' && others.length === named.length - 1
  const distinct = isTitled && others.length > 0 ? others : named
  if (target.ordinal !== undefined && best.reading)
    return pickOrdinal(distinct, target.ordinal, best.reading.name)
  const [first, second] = distinct
  const name = best.reading?.name ?? ''
  if (!first) return undefined
  // Seeing any of them is enough, and of several links to the same place any will do.
  if (!second || use === 'see' || leadToTheSame(distinct)) return { item: first, name }
  return { doubtful: distinct }
}

function findBy(items: Item[], pool: Item[], { what, anchors: said, nth }: Scoped): Resolution | undefined {
  const target = readTarget(what)
  const best = listBest(pool, target.readings)
  if (!best) return undefined
  const { name } = best.reading
  const fitting = dropNested(best.items)
  if (nth) return pickOrdinal(listInside(fitting, nth.rest), nth.number, name)
  const anchors = listCalled(items, said)
  const nearest = findNearest(fitting, anchors)
  if (target.ordinal !== undefined && nearest.length > 0) return pickOrdinal(nearest, target.ordinal, name)
  const [first, second] = nearest
  if (!first) return undefined
  if (second && !leadToTheSame(nearest)) return { doubtful: nearest }
  return { item: first, name, ...nearestAnchor(first, anchors) }
}

/** The elements inside of those with this name in the markup, or all elements where none has it. */
export function listInside(items: Item[], called: string): Item[] {
  const inside = items.filter((item) => item.around.some((token) => holdsAllWords(token, called)))
  return inside.length > 0 ? inside : items
}

function listBest(
  pool: Item[],
  readings: Reading[],
  most = Infinity,
): { items: Item[]; reading: Reading } | undefined {
  let best: { level: number; items: Item[]; reading: Reading } | undefined
  for (const reading of readings) {
    const isKind = reading.kind === 'any' ? () => true : KINDS[reading.kind]
    const ofKind = pool.filter(isKind)
    // A link may look like a button.
    for (const [penalty, among] of [
      [0, ofKind],
      [0.5, reading.kind === 'any' ? [] : pool],
    ] as const) {
      const levels = among.map((item) => (reading.name === '' ? 8.5 : matchName(item, reading.name)))
      const level = Math.min(...levels.filter((each) => each !== undefined)) + penalty
      if (
        level === Infinity ||
        level > most ||
        (reading.name === '' && penalty > 0) ||
        (best && best.level <= level)
      )
        continue
      best = { level, items: among.filter((_, index) => levels[index]! + penalty === level), reading }
    }
  }
  return best
}

/** All elements with this name, without those that merely contain one. */
export const listCalled = (items: Item[], said: Reading[]): Item[] =>
  dropNested(listBest(items, said)?.items ?? [])

const nearestAnchor = (item: Item, anchors: Item[]) => {
  const [anchor] = findNearest(anchors, [item])
  return anchor && { anchor }
}

/** `the first result`: the elements inside of that entry. */
function listByTheirPlace(
  pool: Item[],
  { readings, ordinal }: Target,
): { items: Item[]; reading?: Reading } | undefined {
  if (ordinal === undefined) return undefined
  for (const reading of readings) {
    const items = pool.filter((item) => item.around.some((token) => holdsAllWords(token, reading.name)))
    if (items.length > 0) return { items, reading }
  }
  return undefined
}

function pickOrdinal(items: Item[], ordinal: number, name: string): Resolution {
  const item = items.at(ordinal > 0 ? ordinal - 1 : ordinal)
  return item ? { item, name } : { missing: true, count: items.length }
}

/** Of nested elements, keeps the inner one, which receives the click. */
export function dropNested(items: Item[]): Item[] {
  return items.filter(
    (item) =>
      !items.some(
        (other) => other !== item && other.frame === item.frame && other.xpath.startsWith(`${item.xpath}/`),
      ),
  )
}

const leadToTheSame = ([first, ...rest]: Item[]) =>
  first !== undefined && first.address !== '' && rest.every(({ address }) => address === first.address)

export const describeDoubt = (items: Item[]) => items.slice(0, 2).map(describeItem).join(' and ')
