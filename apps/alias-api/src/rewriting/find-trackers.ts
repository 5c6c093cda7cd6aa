import { decodeHTMLAttribute } from 'entities'
import { findPixel, pixelAttributes, remoteUrl } from './is-pixel.ts'
import { decodeValues, readTags, type Tag } from './read-tags.ts'
import { withoutTracking } from './tracking-parameters.ts'

/** A range of a text, and what to write instead. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** What tracks the reader in an HTML text, and how to take it out. */
export interface Trackers {
  /** In the order of the text, not overlapping. */
  edits: Edit[]
  /** The host of each pixel. */
  pixels: string[]
  /** How many links have tracking parameters. */
  links: number
}

const href = new Set(['href'])
const wanted = new Map([
  ['img', pixelAttributes],
  // As browsers read it.
  ['image', pixelAttributes],
  ['a', href],
  ['area', href],
])

// As long as a name in DNS: a URL may have a host of any length.
const longestHost = 253

/** Finds tracking pixels and the tracking parameters of links, in time that grows with the length of the text. */
export function findTrackers(html: string): Trackers {
  const found: Trackers = { edits: [], pixels: [], links: 0 }
  readTags(
    html,
    (name) => wanted.get(name),
    (tag) => examine(html, tag, found),
  )
  return found
}

function examine(html: string, { start, end, name, attributes }: Tag, found: Trackers): void {
  if (name !== 'a' && name !== 'area') {
    const pixel = findPixel(decodeValues(attributes))
    if (!pixel) return
    found.pixels.push(pixel.hostname.slice(0, longestHost))
    // Two lines do not become one, which could be longer than a line of a mail may be.
    found.edits.push({ start, end, text: html.slice(start, end).includes('\n') ? '\r\n' : '' })
    return
  }
  const link = attributes.get('href')
  if (!link || /[\r\n]/.test(link.text) || !remoteUrl(decodeHTMLAttribute(link.text))) return
  const text = withoutTracking(link.text)
  if (text === undefined) return
  found.links += 1
  found.edits.push({ ...link, text })
}
