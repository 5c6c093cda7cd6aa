import { compareNeighbours } from '../ranking/compare-neighbours.ts'
import { findEvidence, saysSomething } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { isRead } from '../lexicon/ligatures.ts'
import { isTwin, readLookalike } from '../lookalikes.ts'
import { THRESHOLDS } from '../thresholds.ts'
import { comparable, type Learned } from './names.ts'
import { onlyOne } from './only-one.ts'

/**
 * The candidate without a name that says something, as the target has none, between the texts that the target alone was
 * between: the picture above the caption of its card, or the icon in its row. A redesign leaves nothing else of these, and
 * counts them otherwise. Earlier releases did not store the others.
 */
export function findBetween<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string } | undefined {
  const { fingerprint: wanted, lookalikes } = target
  if (!lookalikes || saysSomething(wanted) || hadTwinBetween(target)) return undefined
  const between = candidates.filter(({ fingerprint }) => isBetweenSame(wanted, fingerprint))
  const best = onlyOne(between.filter(({ fingerprint }) => fingerprint.role === wanted.role))
  if (!best || saysSomething(best.fingerprint)) return undefined
  // Another icon there may do another thing to the same row.
  const { icon, isOtherSite } = findEvidence(wanted, best.fingerprint)
  const isSame = icon === 'same' || (wanted.glyph === '' && best.fingerprint.glyph === '')
  return isSame && !isOtherSite
    ? { best, message: 'the only one without a name between the same texts' }
    : undefined
}

/**
 * Whether another element without a name was between the same texts, as the button to move everything back; a class that it did not
 * have, and what is found has, tells that from it.
 */
export function hadTwinBetween(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  found?: Fingerprint,
): boolean {
  if (saysSomething(wanted)) return false
  const kept = found ? wanted.classes.filter((each) => found.classes.includes(each)) : []
  return lookalikes
    .map(readLookalike)
    .some(
      (each) =>
        isTwin(wanted, each) &&
        isBetweenSame(wanted, each) &&
        kept.every((own) => each.classes.includes(own)),
    )
}

/** What is right before it and right after it is the same, and more than that. */
function isBetweenSame(one: Fingerprint, other: Fingerprint): boolean {
  const { before = 0, after = 0 } = compareNeighbours(one, other)
  return isRightBetween(one, other) && Math.min(before, after) >= THRESHOLDS.surroundings
}

/** What is right before it and right after it is the same; numbers alone are in many places. */
export function isRightBetween(one: Fingerprint, other: Fingerprint): boolean {
  const isBeside = (side: 'before' | 'after') => {
    const [text, its] = [one, other].map((each) => comparable(each[side].find(isRead) ?? '').exact)
    return text !== '' && text === its
  }
  if (!isBeside('before') || !isBeside('after')) return false
  return [one.before.find(isRead), one.after.find(isRead)].some((text) => /\p{L}/u.test(text ?? ''))
}
