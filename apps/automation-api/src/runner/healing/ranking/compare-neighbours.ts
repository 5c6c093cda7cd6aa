import type { Fingerprint } from '../fingerprint.ts'
import { isRead } from '../lexicon/ligatures.ts'
import { cached } from './similarity.ts'

/**
 * The similarity of the texts before and after two elements, 0 to 1 each; undefined on a side where the target has
 * none.
 */
export function compareNeighbours(
  target: Fingerprint,
  candidate: Fingerprint,
): { before: number | undefined; after: number | undefined } {
  return {
    before: compareSide(target.before.filter(isRead), candidate.before.filter(isRead)),
    after: compareSide(target.after.filter(isRead), candidate.after.filter(isRead)),
  }
}

/**
 * The nearest text counts most: it distinguishes a row of a table from the next, which shares all the others. A text
 * that has moved counts less the further it moved.
 */
function compareSide(target: string[], candidate: string[]): number | undefined {
  if (target.length === 0) return undefined
  let found = 0
  let all = 0
  const others = candidate.map(plain)
  for (const [index, text] of target.map(plain).entries()) {
    const weight = 1 / (index + 1)
    const distances = others.flatMap((other, at) => (other === text ? [Math.abs(at - index)] : []))
    if (distances.length > 0) found += weight / (1 + Math.min(...distances))
    all += weight
  }
  return found / all
}

const known = new Map<string, string>()

/** Without case and punctuation, which a new style sheet changes; the punctuation itself where there is nothing else. */
const plain = (text: string) =>
  cached(known, text, () => {
    const lower = text.toLowerCase()
    return lower.replaceAll(/[\s\p{P}\u200B]+/gu, ' ').trim() || lower
  })
