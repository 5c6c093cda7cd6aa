import { findEvidence, isNamesake } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { THRESHOLDS } from '../thresholds.ts'
import { isInSameArea, isInSamePart } from './compare-parts.ts'
import { findApart } from './find-apart.ts'
import { findByAddress } from './find-by-address.ts'
import { findByIcon } from './find-by-icon.ts'
import { findBetween } from './find-between.ts'
import { findByWord } from './find-by-word.ts'
import { findDecorated } from './find-decorated.ts'
import { findInForm } from './find-in-form.ts'
import { findLabelledChoice, findLabelledField, findSameList, findLabelSide } from './find-labelled-field.ts'
import { findOnlyField } from './find-only-field.ts'
import { findRenamed } from './find-renamed.ts'
import { findUnderHeading, isUnderOtherHeading } from './find-under-heading.ts'
import { isElsewhere } from './is-elsewhere.ts'
import { comparable, hasSameName, isCalledByIcon, isPartKnown, type Learned, nameOf } from './names.ts'
import { isNested, onlyOne } from './only-one.ts'
import { isOfLikeRole } from './role-family.ts'

export interface SingledOut<Of> {
  best: Of
  message: string
  /** What it does is what the learned one did, also where that sends something. */
  isMeant?: boolean
  /** Nothing else could be meant, then or now, however little it is like the learned one. */
  needsNoLikeness?: boolean
}

/**
 * The candidates that a person would know by one thing that nothing else on the page has: its row among elements of one
 * name, its part of the page, its icon where it has no name, the heading above it, a name that says the same, its visible label, what it
 * is the only field for, or its place in a form. The surest thing is first.
 * Likeness is not asked here, because a redesign leaves little of it.
 *
 * @param page the candidates in its order
 */
export function* listSingledOut<Of extends { fingerprint: Fingerprint; row?: string }>(
  target: Learned,
  candidates: Of[],
  page: Of[] = candidates,
): Generator<SingledOut<Of>> {
  const wanted = target.fingerprint
  // A number, a date or a price is called so on any part of a page.
  const isNamed = comparable(nameOf(wanted)).bare !== '' && !isCalledByIcon(wanted)
  const isOnly = wanted.ordinal.count <= 1
  const inRow = onlyOne(
    candidates.filter((each) => target.row && each.row === target.row && hasSameName(target, each)),
  )
  // Where one of them has disappeared, the row of another may have grown over its place.
  const isWhole = inRow !== undefined && inRow.fingerprint.ordinal.count >= wanted.ordinal.count
  const isNear =
    inRow !== undefined && findEvidence(wanted, inRow.fingerprint).nearBy >= THRESHOLDS.surroundings
  if (inRow && isNamed && isWhole && isNear)
    yield { best: inRow, message: 'of the elements of that name, the one in the same row' }
  const called = candidates.filter(
    (each) => hasSameName(target, each) && each.fingerprint.role === wanted.role,
  )
  const inPart =
    onlyOne(called.filter(({ fingerprint }) => isInSamePart(wanted, fingerprint))) ??
    (isPartKnown(target)
      ? onlyOne(called.filter(({ fingerprint }) => isInSameArea(wanted, fingerprint)))
      : undefined)
  // Of several of which one is a button now and another one is new, nobody knows.
  const isOnlyUsed = candidates.every(
    (each) =>
      !inPart ||
      isNested(each, inPart) ||
      !hasSameName(target, each) ||
      !isOfLikeRole(wanted, each.fingerprint) ||
      !isInSameArea(wanted, each.fingerprint),
  )
  if (inPart && isNamed && isOnlyUsed && (isOnlyOfItsKind(inPart) || isSameOfAll(inPart)))
    yield { best: inPart, message: 'of the elements of that name, the one in the same part of the page' }
  const byAddress = findByAddress(target, candidates, page)
  if (byAddress) yield byAddress
  const apart = findApart(target, called)
  if (apart && isNamed && isFree(apart.best)) yield apart
  const under = findUnderHeading(target, candidates)
  if (under && isFree(under.best)) yield under
  const iconic = findByIcon(target, candidates)
  if (iconic) yield iconic
  const among = onlyOne(candidates.filter(({ fingerprint }) => isSameOfRenamed(fingerprint)))
  if (among && isFree(among))
    yield { best: among, message: 'the same one of as many as before, which are called otherwise now' }
  const between = findBetween(target, candidates)
  if (between) yield between
  // The text after a box to tick may be the label of the next one.
  const isReadAfter = findLabelSide(target, candidates) === 'after'
  const renamed = isReadAfter ? findRenamed(target, candidates) : undefined
  if (renamed && !isUnderOtherHeading(target, renamed.best, candidates) && !isElsewhere(target, renamed.best))
    yield renamed
  const decorated = findDecorated(target, page)
  if (
    decorated &&
    !isUnderOtherHeading(target, decorated.best, candidates) &&
    !isElsewhere(target, decorated.best)
  )
    yield decorated
  const byWord = isReadAfter ? findByWord(target, candidates) : undefined
  if (byWord && !isUnderOtherHeading(target, byWord.best, candidates) && !isElsewhere(target, byWord.best))
    yield { ...byWord, needsNoLikeness: true }
  const lone = findOnlyField(target, page)
  if (lone && isFree(lone.best)) yield { ...lone, needsNoLikeness: true }
  const isNameThere = candidates.some(({ fingerprint }) => isNamesake(wanted, fingerprint))
  const list = findSameList(target, candidates)
  if (list && isFree(list))
    yield { best: list, message: 'the only list without a name with the same options' }
  const labelled = findLabelledChoice(target, candidates) ?? findLabelledField(target, candidates)
  const isLabelledNamesake = labelled !== undefined && isOfSameLabel(labelled.fingerprint)
  if (
    labelled &&
    (!isNameThere || isLabelledNamesake) &&
    !isContradicted(findEvidence(wanted, labelled.fingerprint))
  )
    yield { best: labelled, message: 'the only field with that label' }
  const field = onlyOne(candidates.filter((each) => isOnlyField(each)))
  if (field && !isNameThere && isFree(field)) yield { best: field, message: 'the only field of its kind' }
  const inForm = findInForm(target, candidates)
  const isSaid = inForm !== undefined && isNamesake(wanted, inForm.best.fingerprint)
  if (inForm && (isSaid || !isNameThere) && isFree(inForm.best)) yield { ...inForm, isMeant: true }

  /** What has no role is a text. One of another tag may be a label with the same words, so it is not taken for the learned one. */
  function isOnlyOfItsKind({ fingerprint: { tag, role } }: Of): boolean {
    return isOnly && (tag === wanted.tag || role !== '')
  }

  /** As many are called so as before, and it is the same one of them in the order of the page. */
  function isSameOfAll({ fingerprint: { ordinal, tag } }: Of): boolean {
    const { index, count } = wanted.ordinal
    return tag === wanted.tag && ordinal.count === count && ordinal.index === index
  }

  /** Where every row has a button, and all of them have a new name, it is the one in the same row. */
  function isSameOfRenamed(of: Fingerprint): boolean {
    const { ordinal, tag, role, type, before, after } = of
    const { index, count } = wanted.ordinal
    if (count < 2 || ordinal.count !== count || ordinal.index !== index) return false
    if (tag !== wanted.tag || role !== wanted.role || type !== wanted.type || nameOf(of) === '') return false
    const isAfter = before.length > 0 && before[0] === wanted.before[0]
    return isAfter && after.length > 0 && after[0] === wanted.after[0]
  }

  /** A hint that several fields have tells less than the label before them. */
  function isOfSameLabel(fingerprint: Fingerprint): boolean {
    const [label, its] = [wanted, fingerprint].map(({ before }) => comparable(before[0] ?? '').exact)
    return label !== '' && label === its && isNamesake(wanted, fingerprint)
  }

  function isFree({ fingerprint }: Of): boolean {
    const evidence = findEvidence(wanted, fingerprint)
    return !evidence.wasNeighbour && !isContradicted(evidence)
  }

  function isOnlyField({ fingerprint }: Of): boolean {
    const { onlyField, identity, meansSame, nearBy, sharedKeys } = findEvidence(wanted, fingerprint)
    const isCheckbox = fingerprint.fieldKind === 'checkbox' && isInSameArea(wanted, fingerprint)
    if (onlyField === 'weak' && isCheckbox) return (identity ?? 0) >= 0.3
    if (onlyField !== 'strong') return false
    return identity === undefined || identity >= 0.3 || meansSame || nearBy > 0 || sharedKeys > 0
  }
}
