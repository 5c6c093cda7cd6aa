import { Tokenizer } from 'htmlparser2'
import { findPixel, pixelAttributes, remoteUrl } from '../rewriting/is-pixel.ts'
import { isTracker } from '../rewriting/tracker-urls.ts'

interface Tag {
  name: string
  attributes: Map<string, string>
}

const ignore = () => {}
const images = new Set(['img', 'image'])
const wanted = new Set([...pixelAttributes, 'srcset', 'background'])

/**
 * The URLs of the pictures that an HTML text loads from elsewhere and its reader sees: of images, of their `srcset`, and of
 * backgrounds in attributes. Those that only tell the sender that the email was opened are not among them. It takes time that
 * grows with the length of the text.
 */
export function findPictures(html: string): Set<string> {
  const found = new Set<string>()
  let tag: Tag | undefined
  let value: string | undefined
  let attribute = ''
  const close = (): void => {
    if (tag) for (const url of picturesOf(tag)) if (!isTracker(url)) found.add(url.href)
    tag = undefined
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = { name: html.slice(start, end).toLowerCase(), attributes: new Map() }
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
        const isNew = tag && wanted.has(attribute) && !tag.attributes.has(attribute)
        value = isNew ? '' : undefined
      },
      onattribdata(start, end) {
        if (value !== undefined) value += html.slice(start, end)
      },
      onattribentity(codePoint) {
        if (value !== undefined) value += String.fromCodePoint(codePoint)
      },
      onattribend() {
        if (value !== undefined) tag?.attributes.set(attribute, value)
        value = undefined
      },
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

function picturesOf({ name, attributes }: Tag): URL[] {
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
