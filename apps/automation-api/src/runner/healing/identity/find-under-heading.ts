import { findEvidence } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { comparable, hasSameName, type Learned, nameOf } from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole } from './role-family.ts'

/** Whether both are under the same heading. */
export function isUnderSameHeading(one: Fingerprint, other: Fingerprint): boolean {
  const heading = comparable(one.heading).exact
  return heading !== '' && heading === comparable(other.heading).exact
}

/**
 * Of elements of one name, the one under the heading that the target was under alone: the title of its card, its section or its
 * row. Where all of as many have a new name, the same one of them under the same heading. The texts beside it may be others.
 */
export function findUnderHeading<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string } | undefined {
  const wanted = target.fingerprint
  if (wanted.heading === '' || nameOf(wanted) === '') return undefined
  const under = candidates.filter(
    ({ fingerprint }) =>
      isOfLikeRole(wanted, fingerprint) &&
      nameOf(fingerprint) !== '' &&
      isUnderSameHeading(wanted, fingerprint),
  )
  const { index, count } = wanted.ordinal
  // Alone on its page, it is known by its name, and another one under the heading may be the twin of another.
  const called = onlyOne(under.filter((each) => hasSameName(target, each)))
  const isAmong =
    called !== undefined &&
    (count > 1 || (called.fingerprint.ordinal.count > 1 && isKept(wanted, called.fingerprint)))
  if (called && isAmong)
    return { best: called, message: 'of the elements of that name, the one under the same heading' }
  if (count < 2 || candidates.some((each) => hasSameName(target, each))) return undefined
  const renamed = onlyOne(
    under.filter(({ fingerprint: { ordinal } }) => ordinal.count === count && ordinal.index === index),
  )
  return renamed && { best: renamed, message: 'the same one of as many as before, under the same heading' }
}

/** The heading may be the title of the whole page, which tells nothing of what was the only one of its name. */
function isKept(wanted: Fingerprint, found: Fingerprint): boolean {
  const { nearBy, sharedKeys, icon } = findEvidence(wanted, found)
  return nearBy > 0 || sharedKeys > 0 || icon === 'same'
}

/**
 * Whether the candidate is under another heading that was on the learned page too, and the target's own one is still there: another
 * section then and now.
 */
export function isUnderOtherHeading<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, others = [] }: Learned,
  { fingerprint }: Of,
  candidates: Of[],
): boolean {
  const [own, its] = [wanted.heading, fingerprint.heading].map((heading) => comparable(heading).exact)
  if (!own || !its || own === its || !others.includes(hashName(its))) return false
  return candidates.some((each) => isUnderSameHeading(wanted, each.fingerprint))
}
