import { findField } from '../page/find-field.ts'
import { listGroups } from '../page/list-groups.ts'
import { rateGroup } from '../page/rate-group.ts'
import { readTarget } from '../page/read-target.ts'
import type { Item } from '../page/survey-page.ts'
import { keyOf, type Seen } from '../locating/locate.ts'

// What the page says of the entries themselves, of their list, or in the heading above.
const NAMED = 3

/** The link of one of several entries: of `the third book`, that of the third card. */
export function findEntryLink(items: Item[], phrase: string): Seen<Item> | undefined {
  const { ordinal, readings } = readTarget(phrase)
  const noun = readings[0]?.name
  if (ordinal === undefined || !noun) return undefined
  const found = listGroups(items).flatMap((group) => {
    const level = rateGroup(items, group, noun)
    if (level === undefined || level > NAMED) return []
    const links = group.contents.map((contents) => findField(contents, 'link', noun))
    const known = links.filter((link) => link !== undefined && link !== 'several')
    return known.length === links.length ? [{ level, links: known }] : []
  })
  const best = Math.min(...found.map(({ level }) => level))
  const [first, ...others] = found.filter(({ level }) => level === best)
  const isSame = ({ links }: { links: Item[] }) =>
    links.length === first!.links.length &&
    links.every(({ address }, index) => address === first!.links[index]!.address)
  const link = first && others.every(isSame) ? first.links.at(ordinal > 0 ? ordinal - 1 : ordinal) : undefined
  return link && { found: link, key: keyOf(link) }
}
