import type { Item } from './survey-page.ts'

/**
 * All elements with the same role on the page: with the same names in the markup, or at the same place of other
 * entries.
 */
export function listAlike(items: Item[], one: Item): Item[] {
  const others = items.filter(({ frame, tag }) => frame === one.frame && tag === one.tag)
  for (const token of one.tokens) {
    const found = others.filter(({ tokens }) => tokens.includes(token))
    if (found.length > 1) return found
  }
  const way = one.xpath.split('/')
  // The innermost list entry that contains the element.
  for (let index = way.length - 1; index > 0; index -= 1) {
    const tag = way[index]!.replace(/\[\d+\]$/, '')
    const found = others.filter(({ xpath }) => {
      const other = xpath.split('/')
      return (
        other.length === way.length &&
        other.every((segment, at) =>
          at === index ? segment.replace(/\[\d+\]$/, '') === tag : segment === way[at],
        )
      )
    })
    if (found.length > 1) return found
  }
  return [one]
}
