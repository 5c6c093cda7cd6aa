import { combineRankings, isSameOrNested, marginOf } from './ranking/combine-rankings.ts'
import { findByPlace } from './find-by-place.ts'
import { type Evidence, findEvidence, isNamesake } from './find-evidence.ts'
import { hadTwinBetween } from './identity/find-between.ts'
import { findByAddress } from './identity/find-by-address.ts'
import { findInForm } from './identity/find-in-form.ts'
import { findMutual } from './identity/find-mutual.ts'
import { findNamesake, isUsedByNumber } from './identity/find-namesake.ts'
import { listSingledOut, type SingledOut } from './identity/find-singled-out.ts'
import type { Fingerprint } from './fingerprint.ts'
import { findReason, findRisk, isContradicted } from './find-reason.ts'
import { isInSamePart } from './identity/compare-parts.ts'
import { hasKeptSomething, isElsewhere } from './identity/is-elsewhere.ts'
import { isLeftByCompany } from './identity/is-left-by-company.ts'
import { keepsCompany } from './identity/keeps-company.ts'
import { isUnderSameHeading } from './identity/find-under-heading.ts'
import { isNested } from './identity/only-one.ts'
import { isLikeTwin, isToldApart } from './identity/is-told-apart.ts'
import { mayBeKept } from './may-be-kept.ts'
import { listEvidence, NEEDED_EVIDENCE } from './identity/list-evidence.ts'
import type { Traits } from './may-heal-onto.ts'
import {
  comparable,
  hadSynonym,
  hadTwin,
  hasKnownRow,
  areOtherNames,
  hasSameName,
  isCalledByIcon,
  isOfOtherRow,
  type Learned,
  nameOf,
  wasAnother,
} from './identity/names.ts'
import type { Ranked } from './ranking/ranker.ts'
import { isOfLikeRole } from './identity/role-family.ts'
import { THRESHOLDS } from './thresholds.ts'

export type Decision<Of> =
  | { outcome: 'persist' | 'tentative'; best: Of; score: number; margin: number; message: string }
  | { outcome: 'failed'; ranked: Ranked<Of>[]; score: number; margin: number; message: string }

/**
 * Decides whether to accept the candidate that ranks first. The rankers nearly always find the right element if it
 * exists, and nearly always something similar if it does not. So similarity is not enough: there must be evidence that
 * it is the same element, and none that it is another.
 * - It has the same role and name, and nothing else on the page has or had them: then it is the element, whatever else
 *   is more similar.
 * - It has the same name, and nothing else on the page has or had it.
 * - It shares its name with others, or has none, or has a new one, and is at the target's place: between the same
 *   texts.
 * - It has a key, such as a test id, that the author gave to only one element.
 *
 * An element that existed beside the target when it was learned is never accepted. A heal onto an element with another
 * name is not written back.
 *
 * @param page the candidates in the order of their page, where it is known
 */
export function decide<Of extends Traits & { row?: string }>(
  target: Learned,
  rankings: Ranked<Of>[][],
  page: Of[] = [],
): Decision<Of> {
  const [byFirst = []] = rankings
  const together = combineRankings(rankings)
  const wanted = target.fingerprint
  const [first] = together
  if (!first) return fail('nothing on the page could be meant')
  const all = together.map(({ candidate }) => candidate)
  const namesake = findNamesake(target, all)
  const byAddress = findByAddress(target, all, page)
  if (namesake) {
    // A menu may be called now as the entry in it was.
    const isOther = byAddress?.isMeant && !isNested(byAddress.best, namesake)
    const byName = isOther ? fail('another element leads where it led') : decideOn(namesake)
    return byName.outcome === 'failed' && byAddress?.isMeant
      ? (acceptSingledOut(byAddress) ?? byName)
      : byName
  }
  for (const singledOut of listSingledOut(target, all, page)) {
    const known = acceptSingledOut(singledOut)
    if (known) return known
  }
  const byLikeness = decideByLikeness(first)
  if (byLikeness.outcome !== 'failed') return byLikeness
  const mutual = findMutual(target, byFirst, page)
  return (mutual && acceptSingledOut(mutual)) ?? byLikeness

  function decideByLikeness(mostAlike: Ranked<Of>): Decision<Of> {
    const byPlace = findByPlace(wanted, together)
    const best = byPlace?.best ?? mostAlike.candidate
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
    const isOther = (hadTwin(target) || hadSynonym(target)) && found.role !== wanted.role
    const { exact, bare } = comparable(nameOf(wanted))
    const isNumber = exact !== '' && bare === '' && !isUsedByNumber(found)
    const isUsedOtherwise = !isOfLikeRole(wanted, found) && !hasKeptSomething(wanted, found)
    const isNamed = !isNumber && !isCalledByIcon(wanted)
    const isAlone = wanted.ordinal.count <= 1 && !hasNamesake && !isOther && isNamed && !isUsedOtherwise
    const evidence = findEvidence(wanted, found)
    const rows = together.map(({ candidate }) => candidate.row)
    const isInOtherRow = isOfOtherRow(target, best) && hasKnownRow(target, rows)
    const isOneMissing = found.ordinal.count < wanted.ordinal.count || isInOtherRow
    if (isLeftByCompany(target, best, page))
      return fail('what was beside it is together elsewhere on the page')
    if (isRedrawn(evidence) && hadTwinBetween(target, found))
      return fail('several without a name were between the same texts')
    if (wasAnother(target, best))
      return fail('the most similar element was another one when this one was learned')
    const isRenamed = nameOf(wanted) !== '' && !hasSameName(target, best)
    if (isOneMissing && !isToldApart(target, best))
      return fail('fewer elements are called so than before, and nothing says which of them have gone')
    if (isRenamed && listEvidence(target, best, { selectors: [] }).length < NEEDED_EVIDENCE)
      return fail('too little says that an element of another name is the same one')
    if (isRenamed && areOtherNames(wanted, found)) return fail('its name says another thing')
    if (isRenamed && isContradicted(evidence)) return fail('its icon or its link is that of another element')
    const isOtherNumber = comparable(nameOf(found)).bare === '' && !hasSameName(target, best)
    const reason = findReason(evidence, isAlone, isOneMissing || isOtherNumber)
    if (!reason) return fail('nothing says that the most similar element is the same one')
    if (!doRankersAgree && evidence.identity !== 1 && !isOnlyInPlace(found))
      return fail('the rankers disagree about which element it is')

    const isSure =
      doRankersAgree &&
      !byPlace &&
      score >= THRESHOLDS.persist.score &&
      margin >= THRESHOLDS.persist.margin &&
      nameOf(wanted) !== '' &&
      !isRenamed
    if (isSure)
      return {
        outcome: mayBeKept(target, best) ? 'persist' : 'tentative',
        best,
        score,
        margin,
        message: reason,
      }
    const risk = findRisk(target, best)
    if (risk) return fail(risk)
    return { outcome: 'tentative', best, score, margin, message: reason }
  }

  function decideOn(candidate: Of): Decision<Of> {
    const reached = byFirst.find((each) => each.candidate === candidate)?.score ?? 0
    if (reached < THRESHOLDS.namesake) return fail('what is called so is not enough like it')
    // A menu has an "Add", and so has a form; "Toggle menu" says what it is for.
    const isTelling = comparable(nameOf(wanted)).bare.includes(' ')
    if (reached < THRESHOLDS.tentative.score && !isTelling && !isKnownHere(candidate))
      return fail('what is called so stands between other things, and nothing else is the same')
    if (isElsewhere(target, candidate))
      return fail('what is called so is in another part of the page, and nothing else is the same')
    if (isLeftByCompany(target, candidate, page))
      return fail('what is called so is not beside what was beside it, which is together elsewhere')
    if (wasAnother(target, candidate))
      return fail('what is called so was another one when this one was learned')
    if (isLikeTwin(target, candidate))
      return fail('what is called so is more like another one that was called so')
    if (!isToldApart(target, candidate))
      return fail('fewer elements are called so than before, and nothing says which of them have gone')
    const message = 'the only element of that role and name'
    const own = together.find((each) => each.candidate === candidate)!
    const others = together.filter((each) => each !== own)
    const ahead = marginOf([own, ...others])
    const accepted = { best: candidate, score: reached, margin: ahead, message }
    if (reached >= THRESHOLDS.persist.score) {
      const isAgreed = rankings.every(
        ([top]) => top && isSameOrNested(top.candidate.fingerprint, candidate.fingerprint),
      )
      const isKept = isAgreed && mayBeKept(target, candidate)
      return { outcome: isKept ? 'persist' : 'tentative', ...accepted }
    }
    const isMeant = findInForm(target, all)?.best === candidate
    const doubt = findRisk(target, candidate, { isNamesake: true, isMeant })
    return doubt ? fail(doubt) : { outcome: 'tentative', ...accepted }
  }

  /** Nothing else stands between the same texts: what is beside it shares those of one side. */
  function isOnlyInPlace(found: Fingerprint): boolean {
    return (
      findEvidence(wanted, found).allAround === 1 &&
      together.every(
        ({ candidate: { fingerprint } }) =>
          isSameOrNested(fingerprint, found) ||
          findEvidence(wanted, fingerprint).allAround < THRESHOLDS.surroundings,
      )
    )
  }

  /** Its icon is no longer that, and no key says that it is the same one. */
  function isRedrawn({ icon, sharedKeys }: Evidence): boolean {
    return wanted.glyph !== '' && icon !== 'same' && sharedKeys === 0
  }

  /** Of an element that is called as the learned one. */
  function isKnownHere(candidate: Of): boolean {
    const found = candidate.fingerprint
    if (hasKeptSomething(wanted, candidate.fingerprint) || isInSamePart(wanted, found)) return true
    return isUnderSameHeading(wanted, found) || keepsCompany(target, candidate, page)
  }

  /** Never written back by itself: that one thing may have been given to another element. */
  function acceptSingledOut({
    best: candidate,
    message,
    isMeant = false,
    needsNoLikeness = false,
  }: SingledOut<Of>) {
    const reached = byFirst.find((each) => each.candidate === candidate)?.score ?? 0
    if (wasAnother(target, candidate) || reached < THRESHOLDS.least) return undefined
    if (isLeftByCompany(target, candidate, page)) return undefined
    const isKnown = isMeant || needsNoLikeness || hasKeptSomething(wanted, candidate.fingerprint)
    if (reached < THRESHOLDS.namesake && !isKnown) return undefined
    if (findRisk(target, candidate, { isNamesake: true, isMeant })) return undefined
    const own = together.find((each) => each.candidate === candidate)!
    const ahead = marginOf([own, ...together.filter((each) => each !== own)])
    const accepted: Decision<Of> = {
      outcome: 'tentative',
      best: candidate,
      score: reached,
      margin: ahead,
      message,
    }
    return accepted
  }

  function fail(message: string): Decision<Of> {
    const top = byFirst[0]?.score ?? 0
    return { outcome: 'failed', ranked: byFirst.slice(0, 5), score: top, margin: marginOf(together), message }
  }
}
