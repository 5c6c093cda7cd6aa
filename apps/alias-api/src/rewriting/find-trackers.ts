import { Tokenizer } from 'htmlparser2'
import { findPixel, pixelAttributes, remoteUrl } from './is-pixel.ts'
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

interface Tag {
  start: number
  name: string
  attributes: Map<string, Edit>
}

const wanted: Record<string, ReadonlySet<string>> = {
  img: pixelAttributes,
  // As browsers read it.
  image: pixelAttributes,
  a: new Set(['href']),
  area: new Set(['href']),
}

const ignore = () => {}

// As long as a name in DNS: a URL may have a host of any length.
const longestHost = 253

/** Finds tracking pixels and the tracking parameters of links, in time that grows with the length of the text. */
export function findTrackers(html: string): Trackers {
  const found: Trackers = { edits: [], pixels: [], links: 0 }
  let tag: Tag | undefined
  let attribute: Edit | undefined
  const close = (end: number): void => {
    if (tag) examine(html, tag, end + 1, found)
    tag = undefined
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase()
        tag = Object.hasOwn(wanted, name) ? { start: start - 1, name, attributes: new Map() } : undefined
      },
      onattribname(start, end) {
        attribute = undefined
        const name = tag && html.slice(start, end).toLowerCase()
        if (!tag || name === undefined || !wanted[tag.name]!.has(name) || tag.attributes.has(name)) return
        attribute = { start: end, end, text: '' }
        tag.attributes.set(name, attribute)
      },
      onattribdata(start, end) {
        if (attribute) Object.assign(attribute, { start, end, text: html.slice(start, end) })
      },
      onattribend: ignore,
      onattribentity: ignore,
      onopentagend: close,
      onselfclosingtag: close,
      onclosetag: ignore,
      ontext: ignore,
      ontextentity: ignore,
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return found
}

function examine(html: string, { start, name, attributes }: Tag, end: number, found: Trackers): void {
  if (name !== 'a' && name !== 'area') {
    const image = new Map([...attributes].map(([each, { text }]) => [each, decode(text)]))
    const pixel = findPixel(image)
    if (!pixel) return
    found.pixels.push(pixel.hostname.slice(0, longestHost))
    // Two lines do not become one, which could be longer than a line of a mail may be.
    found.edits.push({ start, end, text: html.slice(start, end).includes('\n') ? '\r\n' : '' })
    return
  }
  const link = attributes.get('href')
  if (!link || /[\r\n]/.test(link.text) || !remoteUrl(decode(link.text))) return
  const text = withoutTracking(link.text)
  if (text === undefined) return
  found.links += 1
  found.edits.push({ ...link, text })
}

const named: Record<string, string> = { amp: '&', colon: ':', sol: '/', period: '.', quot: '"', apos: "'" }

/** A value without those character references that stand in URLs and styles. */
const decode = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|colon|sol|period|quot|apos));/gi,
        (_, decimal?: string, hex?: string, word?: string) =>
          word ? named[word.toLowerCase()]! : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
      )
    : text
