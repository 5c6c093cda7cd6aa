import type { Edit } from './find-trackers.ts'

/** A text with edits, which are in its order and do not overlap. All other bytes stay as they are. */
export function applyEdits(text: Buffer, edits: Edit[]): Buffer {
  if (edits.length === 0) return text
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end, text: written } of edits) {
    pieces.push(text.subarray(at, start), Buffer.from(written, 'latin1'))
    at = end
  }
  return Buffer.concat([...pieces, text.subarray(at)])
}
