import { tokenizeHtml } from '../rewriting/tokenize-html.ts'

/**
 * What a text says, without what mail programs put in between when they quote it or break its lines: white space, invisible
 * characters, and the marks before quoted lines.
 */
export interface DenseText {
  text: string
  /** Where in the source each character begins and ends. */
  starts: Uint32Array
  ends: Uint32Array
}

const space = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/
// Most characters are of ASCII, where it is known without a search.
const isDropped = (code: number): boolean =>
  code <= 0x20 || (code > 0x7e && space.test(String.fromCharCode(code)))
const lineEnd = 0x0a
const isQuoteMark = (code: number): boolean => code === 0x3e || code === 0x7c

/** @param length of the source, which has no fewer characters */
function openDense(length: number) {
  const codes = new Uint16Array(length)
  const starts = new Uint32Array(length)
  const ends = new Uint32Array(length)
  let size = 0
  let isLineStart = true
  const add = (code: number, start: number, end: number): void => {
    if (code === lineEnd) isLineStart = true
    if (isDropped(code) || (isLineStart && isQuoteMark(code))) return
    isLineStart = false
    codes[size] = code
    starts[size] = start
    ends[size] = end
    size += 1
  }
  return {
    /** Adds a range of the source. */
    addText(source: string, start: number, end: number): void {
      for (let at = start; at < end; at += 1) add(source.charCodeAt(at), at, at + 1)
    },
    /** Adds characters that are all in the place of others. */
    addInstead(characters: string, start: number, end: number): void {
      for (let at = 0; at < characters.length; at += 1) add(characters.charCodeAt(at), start, end)
    },
    beginLine(): void {
      isLineStart = true
    },
    close: (): DenseText => ({
      text: Buffer.from(codes.buffer, 0, size * codes.BYTES_PER_ELEMENT).toString('utf16le'),
      starts: starts.subarray(0, size),
      ends: ends.subarray(0, size),
    }),
  }
}

export function readDense(text: string): DenseText {
  const dense = openDense(text.length)
  dense.addText(text, 0, text.length)
  return dense.close()
}

/** A tag in the source of HTML. */
export interface Markup {
  name: string
  start: number
  end: number
}

/** Tags that are in the middle of a line. */
const inline = new Set(['a', 'b', 'em', 'font', 'i', 'span', 'strong', 'u', 'wbr'])

// As long as links get that pass through services which check them.
const longestLink = 8192

/**
 * Reads HTML as it is shown.
 *
 * @param isWanted which links are wanted: each stands before what is shown of it, as characters that are all in the place of its tag
 */
export function readDenseHtml(
  html: string,
  isWanted: (link: string) => boolean,
): DenseText & { markup: Markup[] } {
  const dense = openDense(html.length)
  const markup: Markup[] = []
  let name = ''
  let tagStart = 0
  let isHref = false
  let href = ''
  const addTag = (start: number, end: number): void => {
    markup.push({ name, start, end })
    if (!inline.has(name)) dense.beginLine()
  }
  const openTag = (index: number): void => {
    const end = index + 1
    addTag(tagStart, end)
    if (name === 'a' && isWanted(href)) dense.addInstead(href, tagStart, end)
    href = ''
  }
  const addToLink = (text: string): void => {
    if (isHref && href.length < longestLink) href += text
  }
  tokenizeHtml(html, {
    ontext: (start, end) => dense.addText(html, start, end),
    ontextentity: (code, end) =>
      dense.addInstead(String.fromCodePoint(code), html.lastIndexOf('&', end - 1), end),
    onopentagname(start, end) {
      name = html.slice(start, end).toLowerCase()
      tagStart = start - '<'.length
    },
    onattribname(start, end) {
      isHref = href === '' && html.slice(start, end).toLowerCase() === 'href'
    },
    onattribdata: (start, end) => addToLink(html.slice(start, end)),
    onattribentity: (code) => addToLink(String.fromCodePoint(code)),
    onopentagend: openTag,
    onselfclosingtag: openTag,
    onclosetag(start, nameEnd) {
      name = html.slice(start, nameEnd).toLowerCase()
      const end = html.indexOf('>', nameEnd)
      addTag(start - '</'.length, end < 0 ? html.length : end + 1)
    },
  })
  return { ...dense.close(), markup }
}
