import type { Item } from './survey-page.ts'

/** All elements that are to the page what the one is: of the same name among authors, or in the same place of other entries. */
export function listAlike(items: Item[], one: Item): Item[] {
  const others = items.filter(({ frame, tag }) => frame === one.frame && tag === one.tag)
  for (const token of one.tokens) {
    const found = others.filter(({ tokens }) => tokens.includes(token))
    if (found.length > 1) return found
  }
  const way = one.xpath.split('/')
  // The innermost entry of a list that the element is in.
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
