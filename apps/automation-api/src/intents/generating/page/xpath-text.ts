import type { Selector } from '../../../automations/selector.ts'
import type { Item } from './survey-page.ts'

/** Quotes a text for an XPath, which has no escapes; undefined where it contains both kinds of quotes. */
export function quoteXpath(text: string): string | undefined {
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? undefined : `'${text}'`
}

/** Whether a selector finds an element only by its position, whatever its content. */
export function isByPlace(selector: Selector): boolean {
  return /^xpath\/\/\w|(?:^| )> |:nth-of-type\(/.test([selector].flat().join(' '))
}

/** A predicate that distinguishes an element from its siblings: its text, or an attribute. */
export function predicateOf(item: Item): string {
  const text = quoteXpath(item.text)
  if (item.text && item.text.length < 100 && !item.isEditable && item.tag !== 'select' && text)
    return `[normalize-space(.)=${text}]`
  return predicateByAttribute(item)
}

/** The same, by an attribute that does not change with the text. */
export function predicateByAttribute(item: Item): string {
  const token = item.tokens.find((each) => /^[\w-]+$/.test(each))
  if (token)
    return `[contains(concat(" ", normalize-space(@class), " "), " ${token} ") or @id="${token}" or @itemprop="${token}"]`
  const quoted = item.type && quoteXpath(item.type)
  return quoted ? `[@type=${quoted}]` : ''
}

/**
 * The element inside the smallest part of the page that also contains the anchor's text, so that it is found wherever
 * that part has moved.
 *
 * @param shared the part, as an XPath
 *
 * @param inside the path to the element within that part
 */
export function listBeside(
  item: Item,
  {
    anchor,
    shared,
    predicate,
    inside,
  }: { anchor: Item; shared: string; predicate: string; inside: string[] },
): Selector[] {
  const text = quoteXpath(anchor.text || anchor.name)
  const part = (shared.split('/').at(-1) ?? '').replace(/\[\d+\]$/, '')
  if (!text || !/^[a-z][\w-]*$/.test(part) || /^(?:html|body|main)$/.test(part)) return []
  const term = item.term ? quoteXpath(item.term) : undefined
  // The whole text of an element within comes first: "Two" is in "Two Pro" as well.
  return [`.//*[normalize-space(.)=${text}]`, `contains(normalize-space(.), ${text})`].flatMap(
    (holdsText) => {
      const holds = `${part}[${holdsText} and .//${item.tag}${predicate}]`
      const innermost = `${holds}[not(.//${holds})]`
      return [
        ...(term ? [`xpath///${innermost}//dt[normalize-space(.)=${term}]/following-sibling::dd[1]`] : []),
        `xpath///${innermost}//${item.tag}${predicate}`,
        ...inside.map((each) => [`xpath///${part}[${holdsText}]`, each]),
      ]
    },
  )
}
