import { findEvidence } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { findCommonParts, listMeanings, sayOtherThings } from '../lexicon/means-the-same.ts'
import { type Lookalike, readLookalike } from '../lookalikes.ts'
import { rankBySimilarity } from '../ranking/rank-by-similarity.ts'
import type { Ranked } from '../ranking/ranker.ts'
import { THRESHOLDS } from '../thresholds.ts'
import { comparable, hasSameName, type Learned, listNames, nameOf, wasAnother } from './names.ts'
import { isNested, onlyOne } from './only-one.ts'
import { isOfLikeRole, roleOf } from './role-family.ts'

/** The candidates that are looked at, most similar first. */
const LOOKED_AT = 30

/**
 * The candidate that is more like the target than any other one is, and more than it is like any of the elements that were on
 * the target's page: everything else is accounted for, so it is the target by another name. Those that are more like another element
 * then are that element now.
 *
 * @param bySimilarity most similar first
 * @param page the candidates in its order
 */
export function findMutual<Of extends { fingerprint: Fingerprint; row?: string }>(
  target: Learned,
  bySimilarity: Ranked<Of>[],
  page: Of[],
): { best: Of; message: string } | undefined {
  // Of several of one name, the one that is left is not the one that has gone.
  if (!target.lookalikes || target.fingerprint.ordinal.count > 1) return undefined
  // What has no role is a text. Few of the texts beside it were stored, so the most similar one may have been there before.
  if (roleOf(target.fingerprint) === '') return undefined
  const first = bySimilarity.slice(0, LOOKED_AT)
  const claims = claimBy(
    target.lookalikes,
    first.map(({ candidate }) => candidate),
  )
  const free = first
    .map(({ candidate, score }) => ({ candidate, score, lead: score - (claims.get(candidate) ?? 0) }))
    .filter(({ candidate, lead }) => lead > 0 && !wasAnother(target, candidate))
  const [best] = free
  if (!best) return undefined
  const second = free.find(({ candidate }) => !isNested(candidate, best.candidate))
  const { score, lead, margin } = THRESHOLDS.mutual
  if (best.score < score || best.lead < lead || best.score - (second?.score ?? 0) < margin) return undefined
  if (hasSameName(target, best.candidate)) return undefined
  if (!isInOrder(target.lookalikes, page, best.candidate)) return undefined
  if (!isOfLikeRole(target.fingerprint, best.candidate.fingerprint)) return undefined
  if (!hasLikeName(target.fingerprint, best.candidate.fingerprint)) return undefined
  return {
    best: best.candidate,
    message: 'more like it than anything else is, and than like anything that was there',
  }
}

/** How much each candidate is like the element then that it is most like. */
function claimBy<Of extends { fingerprint: Fingerprint }>(
  lookalikes: Lookalike[],
  candidates: Of[],
): Map<Of, number> {
  const claims = new Map<Of, number>()
  for (const stored of lookalikes)
    for (const { candidate, score } of rankBySimilarity(readLookalike(stored), candidates))
      claims.set(candidate, Math.max(score, claims.get(candidate) ?? 0))
  return claims
}

/**
 * Whether it is after what was before the target, and before what was after it: of the nearest that are still there, and that
 * nothing else is called like.
 */
function isInOrder<Of extends { fingerprint: Fingerprint }>(
  lookalikes: Lookalike[],
  page: Of[],
  candidate: Of,
): boolean {
  const then = lookalikes.map((each) => ({ at: each.at, name: toName(readLookalike(each)) }))
  const kept = then
    .toSorted((one, other) => Math.abs(one.at) - Math.abs(other.at))
    .filter(({ name }) => name !== '' && then.filter((each) => each.name === name).length === 1)
    .flatMap(({ at, name }) => {
      const now = onlyOne(page.filter(({ fingerprint }) => toName(fingerprint) === name))
      return now ? [{ at, now: page.indexOf(now) }] : []
    })
  const own = page.indexOf(candidate)
  const beside = [kept.find(({ at }) => at < 0), kept.find(({ at }) => at > 0)].filter(
    (each) => each !== undefined,
  )
  return beside.length > 0 && beside.every(({ at, now }) => (at < 0 ? now < own : now > own))
}

const toName = (of: Fingerprint) => comparable(nameOf(of)).exact

/** Whether what the two are called has something in common, and neither says something else besides. */
function hasLikeName(one: Fingerprint, other: Fingerprint): boolean {
  const evidence = findEvidence(one, other)
  if (evidence.wasNeighbour || isContradicted(evidence)) return false
  if (one.name === '' && one.text === '' && evidence.icon === 'same') return true
  const pairs = listNames(one).flatMap((name) => listNames(other).map((its) => [name, its] as const))
  return pairs.some(([name, its]) => !sayOtherThings(name, its) && isOnlyAtEnd(name, its))
}

/** A word within a name tells it from others: "Tags for new tiddlers" are not those for new journal tiddlers. */
function isOnlyAtEnd(name: string, its: string): boolean {
  const [left, right] = [listMeanings(name), listMeanings(its)]
  if (left.length === 0 || right.length === 0) return false
  const isMore = left.every((word) => right.includes(word)) !== right.every((word) => left.includes(word))
  return !isMore || findCommonParts(name, its) !== undefined
}
