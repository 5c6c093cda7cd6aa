import type { DomElement } from '../dom.ts'
import type { ReadText } from './read-text.ts'

/** Looks up the heading that an element stands under; empty where none is above it. */
export type FindHeadings = (
  everything: Iterable<DomElement>,
  tools: { readText: ReadText; isVisible: (element: DomElement) => boolean },
) => (element: DomElement) => string

/**
 * What a person reads as the title of the card, the section, the group of fields or the row that an element is in: the
 * nearest heading before it in the smallest part of the page with one. A picture may stand above the only title of its card.
 * A redesign writes the texts around an element anew, and keeps what they are about.
 */
export function findHeadings(
  everything: Iterable<DomElement>,
  { readText, isVisible }: { readText: ReadText; isVisible: (element: DomElement) => boolean },
): (element: DomElement) => string {
  const MAX_HEADINGS = 500
  const LOOKED_AT = 20_000
  const MAX_LENGTH = 60
  const FOLLOWS = 4
  const HEADINGS =
    'h1, h2, h3, h4, h5, h6, [role="heading"], legend, caption, th[scope="row"], [role="rowheader"]'
  const within = new Map<DomElement, DomElement[]>()
  const texts = new Map<DomElement, string>()
  let looked = 0
  for (const element of everything) {
    looked += 1
    if (looked > LOOKED_AT || texts.size >= MAX_HEADINGS) break
    if (!element.matches(HEADINGS) || !isVisible(element)) continue
    const text = readText(element, MAX_LENGTH)
    if (text === '') continue
    texts.set(element, text)
    for (let around = element.parentElement; around; around = around.parentElement) {
      const known = within.get(around)
      if (known) known.push(element)
      else within.set(around, [element])
    }
  }
  return (element) => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      const headings = (within.get(around) ?? []).filter((heading) => !element.contains(heading))
      if (headings.length === 0) continue
      const before = headings.findLast(
        (heading) => !heading.contains(element) && (heading.compareDocumentPosition(element) & FOLLOWS) !== 0,
      )
      const heading = before ?? (headings.length === 1 ? headings[0] : undefined)
      return heading && !heading.contains(element) ? texts.get(heading)! : ''
    }
    return ''
  }
}
