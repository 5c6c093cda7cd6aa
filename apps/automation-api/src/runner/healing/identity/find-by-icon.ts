import { findEvidence } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { compareIcons } from '../lexicon/compare-icons.ts'
import { sayOtherThings } from '../lexicon/means-the-same.ts'
import { readLookalike } from '../lookalikes.ts'
import { isInSameArea } from './compare-parts.ts'
import { type Learned, wasAnother } from './names.ts'
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
  if (!showsOnlyIcon(wanted) || wanted.ordinal.count > 1 || hadOther(target)) return undefined
  const best = onlyOne(candidates.filter(({ fingerprint }) => hasIconOf(wanted, fingerprint)))
  if (!best || !isAlike(best.fingerprint) || wasAnother(target, best)) return undefined
  return { best, message: 'the only element with that icon' }

  function isAlike(fingerprint: Fingerprint): boolean {
    if (!isOfLikeRole(wanted, fingerprint) || !isInSameArea(wanted, fingerprint)) return false
    if (!showsOnlyIcon(fingerprint)) return false
    const evidence = findEvidence(wanted, fingerprint)
    if (evidence.wasNeighbour || isContradicted(evidence)) return false
    const [name, its] = [wanted.name, fingerprint.name]
    return name === '' || its === '' || !sayOtherThings(name, its)
  }
}

/** What it is called is read out, or shown where the pointer rests. */
const showsOnlyIcon = ({ text, glyph }: Fingerprint) => glyph !== '' && !/[\p{L}\p{N}]/u.test(text)

const hasIconOf = (one: Fingerprint, other: Fingerprint) => compareIcons(one, other) === 'same'

const hadOther = ({ fingerprint, lookalikes = [] }: Learned) =>
  lookalikes
    .map(readLookalike)
    .some((each) => hasIconOf(fingerprint, each) && !isNested({ fingerprint: each }, { fingerprint }))
