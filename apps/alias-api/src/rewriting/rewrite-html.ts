import { readBytes } from './charset.ts'
import { findTrackers, type Edit, type Trackers } from './find-trackers.ts'

/**
 * Takes out of HTML what tracks its reader. All other bytes stay as they are.
 *
 * @returns undefined where its charset does not let it be read byte by byte, or it is signed or encrypted text
 */
export function removeFromHtml(html: Buffer, charset: string): { html: Buffer; found: Trackers } | undefined {
  const read = readBytes(html, charset)
  if (read === undefined) return undefined
  const found = findTrackers(read)
  return { html: found.edits.length > 0 ? edit(html, found.edits) : html, found }
}

function edit(html: Buffer, edits: Edit[]): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    pieces.push(html.subarray(at, start), Buffer.from(text, 'latin1'))
    at = end
  }
  return Buffer.concat([...pieces, html.subarray(at)])
}
