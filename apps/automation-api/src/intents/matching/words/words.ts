import { trimEnd } from '../../trim-end.ts'

/** A part of a request, by its position. */
export interface Span {
  start: number
  end: number
}

export type Word = Span & { text: string }

// A mark between two digits belongs to them: 1,299.50, 10:30.
const WORD = /(?:[^\s=,;:!?¿¡()[\]{}<>"“”„«»–—→&|…]|(?<=\d)[,:](?=\d))+/gu

/** A part of a request, and the value that it gives. */
export type Found = Span & {
  text: string
  /** The start of the value, where the part begins with the value's label. */
  valueStart?: number
}

/** The words of a text: what is between spaces, without surrounding punctuation. */
export function listWords(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap((match) => {
    const [whole] = match
    const lead = /^[.'’‘*-]/.test(whole) && !/^-\d/.test(whole) ? 1 : 0
    const bare = trimEnd(whole.slice(lead).replace(/['’]s$/, ''), ".'’‘*-")
    const start = match.index + lead
    return /[\p{L}\p{N}]/u.test(bare) ? [{ text: bare, start, end: start + bare.length }] : []
  })
}

/** The whole words that a part of the text lies in: a value is never a piece of a word. */
export function wholeWords(text: string, { start, end }: Span): Word {
  const touched = listWords(text).filter((word) => word.start < end && word.end > start)
  const from = Math.min(start, ...touched.map((word) => word.start))
  const to = Math.max(end, ...touched.map((word) => word.end))
  return { text: text.slice(from, to), start: from, end: to }
}
