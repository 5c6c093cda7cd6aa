import { findPixel, pixelAttributes, remoteUrl } from '../rewriting/is-pixel.ts'
import { decodeValues, readTags } from '../rewriting/read-tags.ts'
import { isTracker } from '../rewriting/tracker-urls.ts'

const images = new Set(['img', 'image'])
const wanted = new Set([...pixelAttributes, 'srcset', 'background'])

/**
 * The URLs of the remote images that an HTML text has and its reader sees: of images, of their `srcset`, and of
 * backgrounds in attributes. Those that only tell the sender that the email was opened are not among them. It takes time that
 * grows with the length of the text.
 */
export function findRemoteImages(html: string): Set<string> {
  const found = new Set<string>()
  readTags(
    html,
    () => wanted,
    ({ name, attributes }) => {
      for (const url of remoteImagesOf(name, decodeValues(attributes)))
        if (!isTracker(url)) found.add(url.href)
    },
  )
  return found
}

function remoteImagesOf(name: string, attributes: ReadonlyMap<string, string>): URL[] {
  const texts = [attributes.get('background'), ...stylesOf(attributes.get('style'))]
  // What is unseen by its attributes is so in each of its sizes.
  if (images.has(name) && !findPixel(attributes))
    texts.push(attributes.get('src'), ...candidatesOf(attributes.get('srcset')))
  return texts.map((text) => remoteUrl(text ?? '')).filter((url) => url !== undefined)
}

/** The URLs of a `srcset`: each is followed by a descriptor or a comma. */
function candidatesOf(text = ''): string[] {
  return text.split(/\s/).map((piece) => piece.replace(/^,/, '').replace(/,$/, ''))
}

/** What stands between `url(` and its end in a style. */
function stylesOf(text = ''): string[] {
  const [, ...pieces] = text.split(/url\(/i)
  return pieces.map((piece) => {
    const [inner = ''] = piece.split(')', 1)
    const trimmed = inner.trim()
    return /^["']/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
  })
}
