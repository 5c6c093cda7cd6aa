import { findEvidence } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { compareIcons, hasIcon, showsWhatIsSaid } from '../lexicon/compare-icons.ts'
import { readLigature, withoutLigatures } from '../lexicon/ligatures.ts'
import { sayOtherThings } from '../lexicon/means-the-same.ts'
import { readLookalike } from '../lookalikes.ts'
import { isInSameArea } from './compare-parts.ts'
import { isRightBetween } from './find-between.ts'
import { comparable, type Learned, nameOf, readShown, wasAnother } from './names.ts'
import { isNested, onlyOne } from './only-one.ts'
import { isOfLikeRole, roleOf } from './role-family.ts'

/**
 * The only candidate that shows the icon of the target and nothing else, where the target alone showed it, or alone between the same
 * texts: a redesign gives an icon a name for those who do not see it, takes that away, or says it in other words.
 */
export function findByIcon<Of extends { fingerprint: Fingerprint; row?: string }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string } | undefined {
  const wanted = target.fingerprint
  if (!showsOnlyIcon(wanted)) return undefined
  const shown = candidates.filter(({ fingerprint }) => hasIconOf(wanted, fingerprint))
  const isOnly = wanted.ordinal.count <= 1 && !hadSameIcon(target)
  const only = isOnly ? onlyOne(shown) : undefined
  const best = only ?? findBeside()
  if (!best || !isAlike(best.fingerprint) || wasAnother(target, best)) return undefined
  const message = only
    ? 'the only element with that icon'
    : 'of those with that icon, the one between the same texts'
  return { best, message }

  /** One with a name there may do another thing, unless that says what the icon shows. */
  function findBeside(): Of | undefined {
    const then = target.lookalikes?.map(readLookalike)
    if (!then || then.some((each) => hasIconOf(wanted, each) && isRightBetween(wanted, each)))
      return undefined
    const found = onlyOne(shown.filter(({ fingerprint }) => isRightBetween(wanted, fingerprint)))
    return found && isSaidByIcon(found.fingerprint) ? found : undefined
  }

  function isSaidByIcon(of: Fingerprint): boolean {
    const name = readShown(of)
    // A link that is called as its address says nothing.
    if (name === '' || of.href.includes(name)) return true
    return [wanted, of].some((each) => showsWhatIsSaid(each, name))
  }

  function isAlike(fingerprint: Fingerprint): boolean {
    if (!isUsedAlike(wanted, fingerprint) || !showsOnlyIcon(fingerprint)) return false
    const evidence = findEvidence(wanted, fingerprint)
    if (evidence.wasNeighbour || isContradicted(evidence)) return false
    const [name = '', its = ''] = [wanted, fingerprint].map((of) =>
      readLigature(of) === '' ? withoutLigatures(of.name, of) : '',
    )
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

/** An icon without a role is pressed too, as there is nothing to read; a redesign makes it a button. */
const isUsedAlike = (one: Fingerprint, other: Fingerprint) =>
  isOfLikeRole(one, other) ||
  (/^(?:|img|presentation)$/.test(roleOf(one)) && /^(?:|img|presentation|button|link)$/.test(other.role))

const BESIDE = 2

const isThere = (then: Fingerprint, now: Fingerprint) =>
  hasIconOf(then, now) ||
  (nameOf(then) !== '' && comparable(nameOf(then)).exact === comparable(nameOf(now)).exact)

/** What it is called is read out, or shown where the pointer rests. */
const showsOnlyIcon = (of: Fingerprint) => hasIcon(of) && !/[\p{L}\p{N}]/u.test(withoutLigatures(of.text, of))

const hasIconOf = (one: Fingerprint, other: Fingerprint) => compareIcons(one, other) === 'same'

export const hadSameIcon = ({ fingerprint, lookalikes = [] }: Learned) =>
  lookalikes
    .map(readLookalike)
    .some((each) => hasIconOf(fingerprint, each) && !isNested({ fingerprint: each }, { fingerprint }))
