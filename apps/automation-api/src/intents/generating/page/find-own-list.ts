import { findReadable } from './find-readable.ts'
import type { Rows } from './find-rows.ts'
import { listGroups } from './list-groups.ts'
import { listOwnFields } from './list-own-fields.ts'
import { rateGroup } from './rate-group.ts'
import type { Item } from './survey-page.ts'

// A heading above is too little where something else on the page has that name.
const NAMED = 2

/**
 * The list that a noun names, where its entries consist of several texts each: those are read one by one, as the whole
 * text of an entry is of little use.
 */
export function findOwnList(items: Item[], noun: string): Rows | undefined {
  const readable = findReadable(items, noun, true)
  const read = 'items' in readable ? readable.items : []
  const isTextOfEntries = (roots: Item[]) =>
    read.length > 0 &&
    !read.every((item) => roots.includes(item) || roots.some((root) => isWithin(root, item)))
  const found = listGroups(items).flatMap((group) => {
    const level = rateGroup(items, group, noun)
    if (level === undefined || level > (read.length > 0 ? NAMED : NAMED + 1) || isTextOfEntries(group.roots))
      return []
    const fields = listOwnFields(group)
    return fields.length > 1 ? [{ level, rows: { group, fields } }] : []
  })
  const best = Math.min(...found.map(({ level }) => level))
  const [first, ...others] = found
    .filter(({ level }) => level === best)
    .toSorted((one, other) => other.rows.group.roots.length - one.rows.group.roots.length)
  const isPart = ({ rows }: { rows: Rows }) =>
    rows.group.roots.every((root) =>
      first!.rows.group.roots.some((outer) => outer === root || isWithin(root, outer)),
    )
  return others.every(isPart) ? first?.rows : undefined
}

/** Whether an element is inside of another. */
const isWithin = (item: Item, outer: Item) =>
  item.frame === outer.frame && item.xpath.startsWith(`${outer.xpath}/`)
