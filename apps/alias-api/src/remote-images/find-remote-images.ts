import {
  isBackgroundUnseen,
  isUnseen,
  pixelAttributes,
  remoteUrl,
  remoteUrlsOf,
} from '../rewriting/is-pixel.ts'
import { decodeValues, readTags } from '../rewriting/read-tags.ts'
import { isTracker } from '../rewriting/tracker-urls.ts'

const images = new Set(['img', 'image'])
const wanted = new Set([...pixelAttributes, 'background'])
// More than the dashboard shows of an email, with several sizes of each.
const most = 1000
// All that are found stay in memory for a while.
const mostCharacters = 250_000
// Those that are left out count too, or reading them would take a while.
const mostExamined = 5000

/**
 * The URLs of the remote images that an HTML text has and its reader sees: of images, of their `srcset`, and of
 * backgrounds in attributes. Those that only tell the sender that the email was opened are not among them. It takes time that
 * grows with the length of the text, and finds a thousand at most, of 250,000 characters together.
 */
export function findRemoteImages(html: string): Set<string> {
  const found = new Set<string>()
  let examined = 0
  let characters = 0
  readTags(
    html,
    () => wanted,
    ({ name, attributes }) => {
      if (attributes.size === 0 || examined >= mostExamined) return
      for (const url of remoteImagesOf(name, decodeValues(attributes))) {
        if (found.size >= most || (examined += 1) > mostExamined) return
        if (isTracker(url) || characters + url.href.length > mostCharacters) continue
        if (!found.has(url.href)) characters += url.href.length
        found.add(url.href)
      }
    },
  )
  return found
}

function* remoteImagesOf(name: string, attributes: ReadonlyMap<string, string>): Generator<URL> {
  if (images.has(name) && !isUnseen(attributes)) yield* remoteUrlsOf(attributes)
  if (isBackgroundUnseen(attributes)) return
  for (const text of backgroundsOf(attributes)) {
    const url = remoteUrl(text)
    if (url) yield url
  }
}

function* backgroundsOf(attributes: ReadonlyMap<string, string>): Generator<string> {
  yield attributes.get('background') ?? ''
  for (const [, inner] of (attributes.get('style') ?? '').matchAll(/url\(([^)]*)/gi)) {
    const trimmed = inner!.trim()
    yield /^["']/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
  }
}
