import type { Item } from './survey-page.ts'

/**
 * A text beside an element and beside none of its twins: `A Field Guide to Fog` for the second of three buttons called
 * `Add to cart`. Undefined where there is no twin or no such text.
 */
export function findOwnAnchor(items: Item[], one: Item): Item | undefined {
  const isTwin = (other: Item) =>
    other !== one && other.frame === one.frame && other.tag === one.tag && isAlike(one, other)
  const twins = items.filter(isTwin)
  if (twins.length === 0) return undefined
  const way = one.xpath.split('/')
  for (let depth = way.length - 1; depth > 3; depth -= 1) {
    const part = `${way.slice(0, depth).join('/')}/`
    if (twins.some(({ xpath }) => xpath.startsWith(part))) return undefined
    const anchor = items.find(
      (item) =>
        item !== one && item.frame === one.frame && item.xpath.startsWith(part) && isTelling(items, item),
    )
    if (anchor) return anchor
  }
  return undefined
}

const isAlike = (one: Item, other: Item) =>
  other.name === one.name || (one.tokens.length > 0 && other.tokens.join(' ') === one.tokens.join(' '))

/** A name rather than a number, and unique on the page. */
const isTelling = (items: Item[], { text, hasOwnText }: Item) =>
  hasOwnText &&
  text.length <= 80 &&
  /\p{L}{3}/u.test(text) &&
  items.filter((other) => other.hasOwnText && other.text === text).length === 1
