import type { MimeNode } from '@zone-eu/mailsplit'
import { isShown } from './rewrite-texts.ts'

/**
 * Finds the texts that a mail program shows as the body of a message: all alternatives, and of parts that are shown one after the other, the first.
 *
 * @returns whether a part is one; to be called for each part, in their order
 */
export function createBodyFinder(): (part: MimeNode) => boolean {
  const multiparts = new Set<MimeNode>()
  const filled = new Set<MimeNode>()
  return (part) => {
    const { parentNode: parent, multipart } = part
    if (parent && (!multiparts.has(parent) || filled.has(parent))) return false
    const isText = isShown(part, 'text/plain') || isShown(part, 'text/html')
    if (!isText && !multipart) return false
    if (multipart) multiparts.add(part)
    if (parent && parent.multipart !== 'alternative') filled.add(parent)
    return isText
  }
}
