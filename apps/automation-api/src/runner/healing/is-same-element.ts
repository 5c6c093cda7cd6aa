import { findReason } from './find-reason.ts'
import { findEvidence } from './find-evidence.ts'
import { isToldApart } from './identity/is-told-apart.ts'
import { listEvidence, NEEDED_EVIDENCE } from './identity/list-evidence.ts'
import type { Traits } from './may-heal-onto.ts'
import { hasSameName, isOfOtherRow, type Learned, nameOf, wasAnother } from './identity/names.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'

/** Whether an alternative selector found the learned element, by the criteria of `decide`. */
export function isSameElement(
  recorded: Learned,
  current: Traits & { row?: string },
  selector: unknown,
): { score: number; reason?: string } {
  const [target, found] = [recorded.fingerprint, current.fingerprint]
  const score = rankBySimilarity(target, [{ fingerprint: found }])[0]!.score
  if (wasAnother(recorded, current)) return { score }
  const isRenamed = nameOf(target) !== '' && !hasSameName(recorded, current)
  if (isRenamed && listEvidence(recorded, current, { selectors: selector }).length < NEEDED_EVIDENCE)
    return { score }
  const isAlone = target.ordinal.count <= 1 && found.ordinal.count <= 1
  const isOneMissing = found.ordinal.count < target.ordinal.count || isOfOtherRow(recorded, current)
  if (isOneMissing && !isToldApart(recorded, current)) return { score }
  const reason = score >= 0.5 ? findReason(findEvidence(target, found), isAlone, isOneMissing) : undefined
  return reason === undefined ? { score } : { score, reason }
}
