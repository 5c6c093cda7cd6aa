import { findEvidence, isNamesake } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { listSaid, type Said } from '../lexicon/means-the-same.ts'
import { readLookalike } from '../lookalikes.ts'
import { hadNamesakes, readFieldLabel } from './field-label.ts'
import { hadSynonym, hadTwin, isOwnWord, type Learned, listNames } from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole, roleOf } from './role-family.ts'

const PRESSED = /^(?:button|link|tab|menuitem)$/
const TYPED_IN = /^(?:textbox|searchbox|combobox|spinbutton)$/
const USED = /^(?:checkbox|radio|switch|listbox)$/

const isUsed = (role: string) => PRESSED.test(role) || TYPED_IN.test(role) || USED.test(role)

const isUsedAlike = (one: Fingerprint, other: Fingerprint) =>
  isOfLikeRole(one, other) || (TYPED_IN.test(one.role) && TYPED_IN.test(other.role))

/**
 * The only candidate that says what the target alone said, and no more: "View README", and now "README"; "Error log", and now
 * "Errors"; "Calendar", and now "Calendar view". One that says more is often another one.
 */
export function findByWord<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string } | undefined {
  const wanted = target.fingerprint
  if (!isUsed(roleOf(wanted)) || hadNamesakes(target) || hadTwin(target) || hadSynonym(target))
    return undefined
  if (candidates.some(({ fingerprint }) => isNamesake(wanted, fingerprint))) return undefined
  const labels = new Set(
    (target.lookalikes ?? []).flatMap((each) => keysOf(listSaid(readFieldLabel(readLookalike(each))))),
  )
  /** Whether no other element said it. */
  const isOwn = ({ keys, words }: Said) =>
    !keys.some((key) => labels.has(key)) &&
    [...words, ...words.map((word) => `${word}s`), ...keys].every((word) => isOwnWord(target, word))
  for (const name of listNames(wanted)) {
    const own = listSaid(name)
    const telling = new Set(keysOf(own.filter((each) => !each.isWeak && isOwn(each))))
    if (telling.size === 0) continue
    const says = (its: string) => keysOf(listSaid(its)).some((key) => telling.has(key))
    const best = onlyOne(candidates.filter(({ fingerprint }) => listNames(fingerprint).some(says)))
    if (!best || !isUsedAlike(wanted, best.fingerprint)) continue
    const evidence = findEvidence(wanted, best.fingerprint)
    if (evidence.wasNeighbour || isContradicted(evidence)) continue
    if (listNames(best.fingerprint).some((its) => says(its) && saysNoOther(own, listSaid(its))))
      return { best, message: 'the only element that says what only it said' }
  }
  return undefined
}

/** Whether it leaves out what the learned name said besides, or only says what kind of thing it is. */
function saysNoOther(own: Said[], its: Said[]): boolean {
  const lost = without(own, its)
  const added = without(its, own)
  if (lost.length + added.length === 0) return false
  if ([...lost, ...added].some((each) => each.isDistinguishing) || !added.every((each) => each.isWeak))
    return false
  if (lost.every((each) => each.isWeak)) return true
  // "Move right" is not "Move", and a menu of users is not that of enrolled users.
  return added.length === 0 && !its.every((each) => each.isVerb) && isAtOneEnd(own, lost)
}

/** A word within a name tells it from others: "Tags for new journal entries" are not those for new entries. */
const isAtOneEnd = (own: Said[], lost: Said[]): boolean =>
  [own.slice(0, lost.length), own.slice(-lost.length)].some((end) => end.every((each) => lost.includes(each)))

const keysOf = (said: Said[]): string[] => said.flatMap(({ keys }) => keys)

function without(some: Said[], others: Said[]): Said[] {
  const known = new Set(keysOf(others))
  return some.filter(({ keys }) => !keys.some((key) => known.has(key)))
}
