import type { Item } from './survey-page.ts'

// Entries of a list: the content of one tells nothing about another.
const ENTRY = /^(?:tr|li|article|tbody)\[\d+\]$/

/** The elements that share the smallest part of the page with one of the anchors. */
export function findNearest(items: Item[], anchors: Item[]): Item[] {
  const depths = items.map((item) => Math.max(...anchors.map((anchor) => depthShared(item, anchor))))
  const deepest = Math.max(...depths)
  return deepest > 0 ? items.filter((_, index) => depths[index] === deepest) : []
}

/** The smallest part of the page that contains both, as an XPath. */
export function findShared(item: Item, anchor: Item): string {
  return segmentsOf(item).slice(0, depthShared(item, anchor)).join('/')
}

/** How deep in the page the smallest part is that contains both; 0 where they share none. */
function depthShared(item: Item, anchor: Item): number {
  if (item === anchor || item.frame !== anchor.frame) return 0
  const [one, other] = [segmentsOf(item), segmentsOf(anchor)]
  const differs = one.findIndex((segment, index) => segment !== other[index])
  if (differs === -1) return one.length
  const areNeighbours = ENTRY.test(one[differs] ?? '') && ENTRY.test(other[differs] ?? '')
  return areNeighbours ? 0 : differs
}

const segmentsOf = ({ xpath }: Item) => xpath.split('/')
