import type { MimeNode } from '@zone-eu/mailsplit'
import { createBase64Decoder } from './base64-decoder.ts'
import { feed, type Fed } from './feed.ts'
import { decodeOrLeave } from './line-decoder.ts'
import { createUuDecoder } from './uu-decoder.ts'

const uuencodings = new Set(['uue', 'uuencode', 'x-uue', 'x-uuencode'])

/** The decoder of a part's transfer encoding. */
export function openDecoder(part: MimeNode): Fed<Buffer> {
  const encoding = part.encoding || ''
  if (encoding === 'base64') return decodeOrLeave(createBase64Decoder())
  if (uuencodings.has(encoding)) return decodeOrLeave(createUuDecoder())
  return feed(part.getDecoder())
}
