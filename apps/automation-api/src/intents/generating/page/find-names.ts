import { wordsOf } from './fold-text.ts'
import { findRows } from './find-rows.ts'
import { listGroups } from './list-groups.ts'
import { rateGroup } from './rate-group.ts'
import type { Item } from './survey-page.ts'

// The heading right above, or the name of the list.
const NAMED = 2

/** Of `car names`, the name of each car; of `vaccinations`, the entries of the list below that heading. */
export function findNames(items: Item[], wanted: string): Item[] | undefined {
  const plain = wanted.replace(/^the /i, '')
  const [, noun] = /^(.+?)[’']?s? (?:names?|titles?|headlines?)$/i.exec(plain) ?? []
  if (noun !== undefined) {
    const found = findRows(items, noun, ['name'])
    if (!('rows' in found)) return undefined
    const names = found.rows.fields[0]!.items.filter((item) => item !== undefined)
    return names.length === found.rows.group.roots.length ? names : undefined
  }
  const lists = listGroups(items).filter(
    (group) =>
      group.roots.every(({ tag, role, text }) => text !== '' && (tag === 'li' || role === 'listitem')) &&
      isUnderItsHeading(items, group.roots[0]!, plain) &&
      (rateGroup(items, group, plain) ?? Infinity) <= NAMED,
  )
  return lists.length === 1 ? lists[0]!.roots : undefined
}

/** Nothing else of that name is between them. */
function isUnderItsHeading(items: Item[], first: Item, wanted: string): boolean {
  const above = items.slice(0, items.indexOf(first)).findLast(({ role }) => role === 'heading')
  return above !== undefined && wordsOf(above.text).join(' ') === wordsOf(wanted).join(' ')
}
