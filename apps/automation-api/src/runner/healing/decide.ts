import { combineRankings, isSameOrNested, marginOf } from './ranking/combine-rankings.ts'
import { findByPlace } from './find-by-place.ts'
import { findEvidence, isNamesake } from './find-evidence.ts'
import { findNamesake } from './identity/find-namesake.ts'
import { findReason, findRisk } from './find-reason.ts'
import { listEvidence, NEEDED_EVIDENCE } from './identity/list-evidence.ts'
import type { Traits } from './may-heal-onto.ts'
import { hasKnownRow, hasSameName, isOfOtherRow, type Learned, nameOf, wasAnother } from './identity/names.ts'
import type { Ranked } from './ranking/ranker.ts'
import { THRESHOLDS } from './thresholds.ts'

export type Decision<Of> =
  | { outcome: 'persist' | 'tentative'; best: Of; score: number; margin: number; message: string }
  | { outcome: 'failed'; ranked: Ranked<Of>[]; score: number; margin: number; message: string }

/**
 * Whether to go on with the candidate that ranks first. The rankers find the right one nearly always if it is there,
 * and something else that is like it nearly always if it is not. So likeness is not enough: something must say that
 * it is the very element, and nothing that it is another.
 *
 * - It has the same role and is called the same, and nothing else on the page is or was so: then it is the element,
 *   whatever else is more like it.
 * - It is called the same, and nothing else on the page is or was called so.
 * - It is called as others are, or nothing, or something else by now, and stands where the target stood: between the
 *   same texts.
 * - It has a key, such as a test id, that the author gave to one element only.
 *
 * What was another element when the target was learned is never it. One that is called otherwise is not written back.
 */
export function decide<Of extends Traits & { row?: string }>(
  target: Learned,
  rankings: Ranked<Of>[][],
): Decision<Of> {
  const [byFirst = []] = rankings
  const together = combineRankings(rankings)
  const wanted = target.fingerprint
  const [first] = together
  if (!first) return fail('nothing on the page could be meant')
  const namesake = findNamesake(
    wanted,
    together.map(({ candidate }) => candidate),
  )
  if (namesake) return decideOn(namesake)
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
  const rows = together.map(({ candidate }) => candidate.row)
  const isInOtherRow = isOfOtherRow(target, best) && hasKnownRow(target, rows)
  const isOneMissing = found.ordinal.count < wanted.ordinal.count || isInOtherRow
  if (wasAnother(target, best))
    return fail('the most similar element was another one when this one was learned')
  const isRenamed = nameOf(wanted) !== '' && !hasSameName(target, best)
  if (isRenamed && listEvidence(target, best, { selectors: [] }).length < NEEDED_EVIDENCE)
    return fail('too little says that an element of another name is the same one')
  const reason = findReason(evidence, isAlone, isOneMissing)
  if (!reason) return fail('nothing says that the most similar element is the same one')
  if (!doRankersAgree && evidence.identity !== 1)
    return fail('the rankers disagree about which element it is')

  const isSure =
    doRankersAgree &&
    !byPlace &&
    score >= THRESHOLDS.persist.score &&
    margin >= THRESHOLDS.persist.margin &&
    nameOf(wanted) !== '' &&
    !isRenamed
  if (isSure) return { outcome: 'persist', best, score, margin, message: reason }
  const risk = findRisk(target, best)
  if (risk) return fail(risk)
  return { outcome: 'tentative', best, score, margin, message: reason }

  function decideOn(candidate: Of): Decision<Of> {
    const reached = byFirst.find((each) => each.candidate === candidate)?.score ?? 0
    if (reached < THRESHOLDS.tentative.score) return fail('what is called so is not enough like it')
    if (wasAnother(target, candidate))
      return fail('what is called so was another one when this one was learned')
    const message = 'the only element of that role and name'
    const own = together.find((each) => each.candidate === candidate)!
    const others = together.filter((each) => each !== own)
    const ahead = marginOf([own, ...others])
    const told = { best: candidate, score: reached, margin: ahead, message }
    if (reached >= THRESHOLDS.persist.score) {
      const isAgreed = rankings.every(
        ([top]) => top && isSameOrNested(top.candidate.fingerprint, candidate.fingerprint),
      )
      return { outcome: isAgreed ? 'persist' : 'tentative', ...told }
    }
    const doubt = findRisk(target, candidate)
    return doubt ? fail(doubt) : { outcome: 'tentative', ...told }
  }

  function fail(message: string): Decision<Of> {
    const top = byFirst[0]?.score ?? 0
    return { outcome: 'failed', ranked: byFirst.slice(0, 5), score: top, margin: marginOf(together), message }
  }
}
