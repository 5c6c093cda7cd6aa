import { isTracker } from './tracker-urls.ts'

/** The attributes of an image, by their names in lower case. */
export type Attributes = ReadonlyMap<string, string>

/** The attributes by which it is decided. */
export const pixelAttributes = new Set(['src', 'width', 'height', 'style', 'hidden', 'class', 'id'])

// A longer style is that of no pixel.
const longestStyle = 2000

/**
 * The URL of an image that its reader cannot see, or by which a known service counts openings: only the sender has
 * anything of it. Undefined for any other: an image that is seen, even as a line or a space, or that is not loaded from
 * elsewhere (`cid:`, `data:`).
 *
 * Not seen are 1 × 1 pixel and less, no width or no height, and what is hidden. An image with a class or an id that is hidden may be
 * shown by a style sheet, on a telephone for example, so it counts as seen.
 */
export function findPixel(image: Attributes): URL | undefined {
  const url = remoteUrl(image.get('src') ?? '')
  if (!url) return undefined
  return isTracker(url) || isUnseen(image) ? url : undefined
}

export function remoteUrl(text: string): URL | undefined {
  const trimmed = text.trimStart()
  if (/^https?:/i.test(trimmed)) return URL.parse(trimmed) ?? undefined
  return trimmed.startsWith('//') ? (URL.parse(`https:${trimmed}`) ?? undefined) : undefined
}

function isUnseen(image: Attributes): boolean {
  const style = readStyle(image.get('style') ?? '')
  const size = (name: 'width' | 'height'): number => {
    const written = style.get(name)
    const own = written === undefined ? attributeSize(image.get(name)) : styleSize(written)
    return Math.min(own, styleSize(style.get(`max-${name}`)))
  }
  const [width, height] = [size('width'), size('height')]
  if ((width <= 1 && height <= 1) || width === 0 || height === 0) return true
  const isHidden =
    image.has('hidden') ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    Number(style.get('opacity') ?? '1') === 0
  return isHidden && !image.has('class') && !image.has('id')
}

/** Of no size that is known: larger than any. */
const unknown = Number.POSITIVE_INFINITY

const attributeSize = (text: string | undefined): number => {
  const number = /^\s{0,9}(\d{1,9}(?:\.\d{1,9})?)\s{0,9}(?:px)?\s{0,9}$/i.exec(text ?? '')
  return number ? Number(number[1]) : unknown
}

/** A length in pixels; without a unit only 0 is one. */
const styleSize = (text: string | undefined): number => {
  const number = /^(\d{0,9}(?:\.\d{1,9})?)(px)?$/i.exec(text ?? '')
  if (!number?.[1]) return unknown
  const size = Number(number[1])
  return number[2] !== undefined || size === 0 ? size : unknown
}

/** The declarations of a style attribute, the last of each property. */
function readStyle(text: string): Map<string, string> {
  const declarations = text.slice(0, longestStyle).toLowerCase().split(';')
  return new Map(
    declarations.map((each) => {
      const colon = each.indexOf(':')
      const value = each.slice(colon + 1).replace('!important', '')
      return [each.slice(0, Math.max(colon, 0)).trim(), value.trim()]
    }),
  )
}
