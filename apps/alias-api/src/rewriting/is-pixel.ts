import { isTracker } from './tracker-urls.ts'

/** The attributes of an image, by their names in lower case. */
export type Attributes = ReadonlyMap<string, string>

/** The attributes by which it is decided. */
export const pixelAttributes = new Set(['src', 'srcset', 'width', 'height', 'style', 'hidden', 'class', 'id'])

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
  const urls = remoteUrlsOf(image)
  if (isUnseen(image)) return urls.next().value
  for (const url of urls) if (isTracker(url)) return url
  return undefined
}

/** The URLs from which an image may be loaded, of its `src` and its `srcset`. */
export function* remoteUrlsOf(image: Attributes): Generator<URL, undefined> {
  const own = remoteUrl(image.get('src') ?? '')
  if (own) yield own
  // Each is followed by a descriptor or a comma. A srcset may have as many as the email is long.
  for (const [piece] of (image.get('srcset') ?? '').matchAll(/[^\t\n\f\r ]+/g)) {
    const url = remoteUrl(piece.replace(/^,/, '').replace(/,$/, ''))
    if (url) yield url
  }
  return undefined
}

export function remoteUrl(text: string): URL | undefined {
  const trimmed = text.trimStart()
  if (/^https?:/i.test(trimmed)) return URL.parse(trimmed) ?? undefined
  return trimmed.startsWith('//') ? (URL.parse(`https:${trimmed}`) ?? undefined) : undefined
}

/** Whether an image is not seen, wherever it is loaded from. */
export function isUnseen(image: Attributes): boolean {
  const { width, height, isHidden } = readLook(image)
  return isHidden || isPoint({ width, height }) || width === 0 || height === 0
}

/** Whether the background of an element is not seen. One without a height may have a padding that shows it. */
export const isBackgroundUnseen = (element: Attributes): boolean => {
  const look = readLook(element)
  return look.isHidden || isPoint(look)
}

const isPoint = ({ width, height }: { width: number; height: number }): boolean => width <= 1 && height <= 1

function readLook(element: Attributes): { width: number; height: number; isHidden: boolean } {
  const style = readStyle(element.get('style') ?? '')
  const size = (name: 'width' | 'height'): number => {
    const written = style.get(name)
    const own = written === undefined ? attributeSize(element.get(name)) : styleSize(written)
    return Math.min(own, styleSize(style.get(`max-${name}`)))
  }
  const isHidden =
    element.has('hidden') ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    Number(style.get('opacity') ?? '1') === 0
  return {
    width: size('width'),
    height: size('height'),
    isHidden: isHidden && !element.has('class') && !element.has('id'),
  }
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
