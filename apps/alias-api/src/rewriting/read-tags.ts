import { decodeHTMLAttribute } from 'entities'
import { tokenizeHtml } from './tokenize-html.ts'

/** The value of an attribute as it is written, without its quotes, and its range in the text. */
export interface Value {
  start: number
  end: number
  text: string
}

export interface Tag {
  start: number
  end: number
  /** In lower case. */
  name: string
  /** Those that are wanted, by their names in lower case. Of several of one name the first, as browsers read it. */
  attributes: ReadonlyMap<string, Value>
}

/**
 * Calls `see` with each opening tag of an HTML text, in time that grows with the length of the text.
 *
 * @param wantedOf the attributes that are wanted of a tag; undefined where the tag is not
 */
export function readTags(
  html: string,
  wantedOf: (tag: string) => ReadonlySet<string> | undefined,
  see: (tag: Tag) => void,
): void {
  let tag: { start: number; name: string; attributes: Map<string, Value> } | undefined
  let wanted: ReadonlySet<string> | undefined
  let value: Value | undefined
  const close = (end: number): void => {
    if (tag) see({ ...tag, end: end + 1 })
    tag = undefined
  }
  tokenizeHtml(html, {
    onopentagname(start, end) {
      const name = html.slice(start, end).toLowerCase()
      wanted = wantedOf(name)
      tag = wanted && { start: start - 1, name, attributes: new Map() }
    },
    onattribname(start, end) {
      value = undefined
      const name = tag && html.slice(start, end).toLowerCase()
      if (!tag || name === undefined || !wanted!.has(name) || tag.attributes.has(name)) return
      value = { start: end, end, text: '' }
      tag.attributes.set(name, value)
    },
    onattribdata(start, end) {
      if (value) Object.assign(value, { start, end, text: html.slice(start, end) })
    },
    onopentagend: close,
    onselfclosingtag: close,
  })
}

/** The values of a tag's attributes without character references. */
export const decodeValues = (attributes: ReadonlyMap<string, Value>): Map<string, string> =>
  new Map([...attributes].map(([name, { text }]) => [name, decodeHTMLAttribute(text)]))
