import { combineRankings, isSameOrNested, marginOf } from './combine-rankings.ts'
import { findByPlace } from './find-by-place.ts'
import { findEvidence, isNamesake } from './find-evidence.ts'
import { findReason, findRisk } from './find-reason.ts'
import type { Traits } from './may-heal-onto.ts'
import type { Ranked } from './ranker.ts'
import { THRESHOLDS } from './thresholds.ts'

export type Decision<Of> =
  | { outcome: 'persist' | 'tentative'; best: Of; score: number; margin: number; message: string }
  | { outcome: 'failed'; ranked: Ranked<Of>[]; score: number; margin: number; message: string }

/**
 * Whether to go on with the candidate that ranks first. The rankers find the right one nearly always if it is there,
 * and something else that is like it nearly always if it is not. So likeness is not enough: something must say that
 * it is the very element, and nothing that it is another.
 *
 * - It is called the same, and nothing else on the page is or was called so.
 * - It is called as others are, or nothing, or something else by now, and stands where the target stood: between the
 *   same texts.
 * - It has a key, such as a test id, that the author gave to one element only.
 */
export function decide<Of extends Traits>(target: Traits, rankings: Ranked<Of>[][]): Decision<Of> {
  const [byFirst = []] = rankings
  const together = combineRankings(rankings)
  const wanted = target.fingerprint
  const [first] = together
  if (!first) return fail('nothing on the page could be meant')
  const byPlace = findByPlace(wanted, together)
  const best = byPlace?.best ?? first.candidate
  const margin = byPlace?.margin ?? marginOf(together)
  const found = best.fingerprint
  const score = byFirst.find(({ candidate }) => candidate === best)?.score ?? 0
  const doRankersAgree = rankings.every(([top]) => top && isSameOrNested(top.candidate.fingerprint, found))

  if (score < THRESHOLDS.tentative.score) return fail('nothing on the page is enough like it')
  if (margin < THRESHOLDS.tentative.margin) return fail('several elements are alike')
  const hasNamesake = together.some(
    ({ candidate: { fingerprint } }) =>
      !isSameOrNested(fingerprint, found) && isNamesake(wanted, fingerprint),
  )
  const isAlone = wanted.ordinal.count <= 1 && !hasNamesake
  const evidence = findEvidence(wanted, found)
  const isOneMissing = found.ordinal.count < wanted.ordinal.count
  const reason = findReason(evidence, isAlone, isOneMissing)
  if (!reason) return fail('nothing says that the most similar element is the same one')
  if (!doRankersAgree && evidence.identity !== 1)
    return fail('the rankers disagree about which element it is')

  const isSure =
    doRankersAgree &&
    !byPlace &&
    score >= THRESHOLDS.persist.score &&
    margin >= THRESHOLDS.persist.margin &&
    (evidence.identity ?? 0) >= 0.8
  if (isSure) return { outcome: 'persist', best, score, margin, message: reason }
  const risk = findRisk(target, best)
  if (risk) return fail(risk)
  return { outcome: 'tentative', best, score, margin, message: reason }

  function fail(message: string): Decision<Of> {
    const top = byFirst[0]?.score ?? 0
    return { outcome: 'failed', ranked: byFirst.slice(0, 5), score: top, margin: marginOf(together), message }
  }
}
