import type { Item } from './survey-page.ts'

/** Elements of the same kind beside each other: the entries of a list, the rows of a table, the cards of a page. */
export interface Group {
  roots: Item[]
  /** What is inside of each. */
  contents: Item[][]
}

const NEVER = /^(?:td|th|option|label|input|select|textarea|button|h\d|dt|dd|img|svg|col|thead|tfoot|p)$/
const MOST_GROUPS = 300

/** All groups of the page, those of one class apart from those of the same parent. */
export function listGroups(items: Item[]): Group[] {
  const byKey = new Map<string, Item[]>()
  const add = (key: string, item: Item) => byKey.set(key, [...(byKey.get(key) ?? []), item])
  for (const item of items) {
    if (NEVER.test(item.tag) || isHead(items, item)) continue
    const key = `${item.frame.url()} ${parentOf(item.xpath)} ${item.tag} ${item.role}`
    add(key, item)
    const [name] = item.classes
    if (name) add(`${key} .${name}`, item)
  }
  const seen = new Set<string>()
  const groups: Group[] = []
  for (const roots of byKey.values()) {
    const numbers = roots.map(({ number }) => number).join()
    if (seen.has(numbers) || (roots.length < 2 && !isEntry(roots[0]!)) || groups.length === MOST_GROUPS)
      continue
    seen.add(numbers)
    groups.push({ roots, contents: roots.map((root) => listWithin(items, root)) })
  }
  return groups
}

/** What is inside of an element; the element itself, where nothing is. */
function listWithin(items: Item[], root: Item): Item[] {
  const inside = items.filter(
    ({ frame, xpath }) => frame === root.frame && xpath.startsWith(`${root.xpath}/`),
  )
  return inside.length > 0 ? inside : [root]
}

/** A row of column headers is no row of the table. */
function isHead(items: Item[], item: Item): boolean {
  if (item.tag !== 'tr' && item.role !== 'row') return false
  if (item.around.includes('thead')) return true
  const cells = listWithin(items, item).filter(
    ({ tag, role }) => /^t[dh]$/.test(tag) || /cell|header/.test(role),
  )
  return cells.length > 0 && cells.every(({ tag, role }) => tag === 'th' || role === 'columnheader')
}

const isEntry = ({ tag, role }: Item) =>
  /^(?:li|tr|article)$/.test(tag) || /^(?:listitem|row|article)$/.test(role)

const parentOf = (xpath: string) => xpath.replace(/\/[^/]+$/, '')
