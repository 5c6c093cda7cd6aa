import { findReason } from './find-reason.ts'
import { findEvidence } from './find-evidence.ts'
import { isDestructive } from './is-destructive.ts'
import type { Fingerprint } from './fingerprint.ts'
import { rankBySimilarity } from './rank-by-similarity.ts'

/**
 * Whether what a selector found may still be the element that was recorded: asked at every good step, so it doubts
 * only what has changed beyond recognition. A row's text, a label's wording or a place on the page may be new.
 */
export function stillFits(recorded: Fingerprint, current: Fingerprint): boolean {
  const score = likeness(recorded, current)
  const { identity, sharedKeys, nearBy } = findEvidence(recorded, current)
  if ((recorded.type === 'password') !== (current.type === 'password')) return false
  if (identity === undefined || identity >= 0.5) return score >= 0.4
  // Under the same id there may stand something that nobody meant to press.
  if (isDestructive(current) && !isDestructive(recorded)) return false
  return score >= 0.4 && (sharedKeys > 0 || nearBy >= 0.5)
}

/** Whether one of the alternatives found the very element: held to what `decide` asks of a candidate. */
export function isSameElement(
  recorded: Fingerprint,
  current: Fingerprint,
): { score: number; reason?: string } {
  const score = likeness(recorded, current)
  const isAlone = recorded.ordinal.count <= 1 && current.ordinal.count <= 1
  const isOneMissing = current.ordinal.count < recorded.ordinal.count
  const reason = score >= 0.5 ? findReason(findEvidence(recorded, current), isAlone, isOneMissing) : undefined
  return reason === undefined ? { score } : { score, reason }
}

function likeness(recorded: Fingerprint, current: Fingerprint): number {
  return rankBySimilarity(recorded, [{ fingerprint: current }])[0]!.score
}
