import { marginOf } from './ranking/combine-rankings.ts'
import { findEvidence, isNamesake } from './find-evidence.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { Ranked } from './ranking/ranker.ts'
import { THRESHOLDS } from './thresholds.ts'

/**
 * Rows of a table differ in little but their texts, which rankers weigh as one property of many. Where the first
 * candidates share one name and only one of them is between the target's texts, it is that one.
 */
export function findByPlace<Of extends { fingerprint: Fingerprint }>(
  wanted: Fingerprint,
  together: Ranked<Of>[],
): { best: Of; margin: number } | undefined {
  const [first] = together
  const alike = together
    .filter(
      ({ candidate, score }) =>
        first!.score - score < THRESHOLDS.place && isNamesake(wanted, candidate.fingerprint),
    )
    .map(({ candidate }) => {
      const { nearBy, allAround } = findEvidence(wanted, candidate.fingerprint)
      return { candidate, score: (nearBy + allAround) / 2 }
    })
    .toSorted((one, other) => other.score - one.score)
  if (alike.length < 2 || marginOf(together) >= THRESHOLDS.persist.margin) return undefined
  const margin = marginOf(alike)
  return margin >= THRESHOLDS.place ? { best: alike[0]!.candidate, margin } : undefined
}
