import { findEvidence } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { compareIcons } from '../lexicon/compare-icons.ts'
import { sayOtherThings } from '../lexicon/means-the-same.ts'
import { readLookalike } from '../lookalikes.ts'
import { isInSameArea } from './compare-parts.ts'
import { comparable, type Learned, nameOf, wasAnother } from './names.ts'
import { isNested, onlyOne } from './only-one.ts'
import { isOfLikeRole } from './role-family.ts'

/**
 * The only candidate that shows the icon of the target and nothing else, where the target alone showed it: a redesign gives an
 * icon a name for those who do not see it, takes that away, or says it in other words.
 */
export function findByIcon<Of extends { fingerprint: Fingerprint; row?: string }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string } | undefined {
  const wanted = target.fingerprint
  if (!showsOnlyIcon(wanted) || wanted.ordinal.count > 1 || hadSameIcon(target)) return undefined
  const best = onlyOne(candidates.filter(({ fingerprint }) => hasIconOf(wanted, fingerprint)))
  if (!best || !isAlike(best.fingerprint) || wasAnother(target, best)) return undefined
  return { best, message: 'the only element with that icon' }

  function isAlike(fingerprint: Fingerprint): boolean {
    if (!isOfLikeRole(wanted, fingerprint) || !showsOnlyIcon(fingerprint)) return false
    const evidence = findEvidence(wanted, fingerprint)
    if (evidence.wasNeighbour || isContradicted(evidence)) return false
    const [name, its] = [wanted.name, fingerprint.name]
    if (name === '' && its === '') return true
    if (name !== '' && its !== '' && sayOtherThings(name, its)) return false
    return isInSameArea(wanted, fingerprint) && (evidence.nearBy > 0 || hasCompany(fingerprint))
  }

  /** What was beside the learned one is on the page too: the other icons of its bar. */
  function hasCompany(fingerprint: Fingerprint): boolean {
    const beside = target.lookalikes?.filter(({ at }) => Math.abs(at) <= BESIDE).map(readLookalike) ?? []
    const rest = candidates.filter((each) => !isNested(each, { fingerprint }))
    return beside.some((then) => rest.some((each) => isThere(then, each.fingerprint)))
  }
}

const BESIDE = 2

const isThere = (then: Fingerprint, now: Fingerprint) =>
  hasIconOf(then, now) ||
  (nameOf(then) !== '' && comparable(nameOf(then)).exact === comparable(nameOf(now)).exact)

/** What it is called is read out, or shown where the pointer rests. */
const showsOnlyIcon = ({ text, glyph }: Fingerprint) => glyph !== '' && !/[\p{L}\p{N}]/u.test(text)

const hasIconOf = (one: Fingerprint, other: Fingerprint) => compareIcons(one, other) === 'same'

export const hadSameIcon = ({ fingerprint, lookalikes = [] }: Learned) =>
  lookalikes
    .map(readLookalike)
    .some((each) => hasIconOf(fingerprint, each) && !isNested({ fingerprint: each }, { fingerprint }))
