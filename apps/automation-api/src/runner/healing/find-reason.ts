import type { Evidence } from './find-evidence.ts'
import { nameOf } from './identity/names.ts'
import { saysLogOut } from './lexicon/means-the-same.ts'
import { isDestructive } from './risk/is-destructive.ts'
import type { Traits } from './may-heal-onto.ts'
import { THRESHOLDS } from './thresholds.ts'

/**
 * The evidence that it is the same element, in words; undefined where there is none.
 *
 * @param needsBothSides whether the texts on one side tell too little: of several of one name, one has disappeared, which may be
 * this one; or only its number is the same, and numbers follow one another elsewhere too
 */
export function findReason(
  evidence: Evidence,
  isAlone: boolean,
  needsBothSides: boolean,
): string | undefined {
  const { identity, isNameContinued, sharesId, sharedKeys, differingKeys, nearBy, allAround, wasNeighbour } =
    evidence
  const { surroundings } = THRESHOLDS
  if (identity === 1 && isAlone) return 'the only element of that name'
  const isNear = needsBothSides ? allAround >= surroundings : nearBy >= surroundings
  if (identity === 1 && isNear) return 'of the elements of that name, the one between the same texts'
  if (wasNeighbour || isContradicted(evidence)) return undefined
  // On a translated page nothing else is left.
  if (differingKeys === 0 && (sharesId || (sharedKeys > 0 && nearBy > 0)))
    return 'the same id or name in the code'
  if (evidence.onlyField && (nearBy >= surroundings || (identity ?? 0) >= 0.5))
    return 'the only field of its kind, similar in name or place'
  if (identity === undefined && allAround >= surroundings) return 'without a name, between the same texts'
  if (identity !== undefined && identity >= 0.5 && allAround >= surroundings)
    return 'renamed, between the same texts'
  if (isNameContinued && isNear) return 'of a longer or shorter name, between the same texts'
  return undefined
}

/**
 * Whether its icon or its link says that it is another element. A drawing that has changed says nothing against it
 * where an id or a link says that it is the same.
 */
export function isContradicted({ icon, isOtherSite, identity, sharedKeys }: Evidence): boolean {
  if (isOtherSite || icon === 'different') return true
  return icon === 'redrawn' && identity === undefined && sharedKeys === 0
}

/** Why a tentative match is not good enough for such an element. */
export function findRisk(
  target: Traits,
  { fingerprint, isSubmit }: Traits,
  { isNamesake = false, isMeant = false }: { isNamesake?: boolean; isMeant?: boolean } = {},
): string | undefined {
  // An earlier step may have led elsewhere: to a login, or to an error.
  if (fingerprint.pageTemplate !== target.fingerprint.pageTemplate) return 'the page is not the recorded one'
  if (isMeant || (saysLogOut(nameOf(target.fingerprint)) && saysLogOut(nameOf(fingerprint)))) return undefined
  if (isDestructive(fingerprint)) return 'an element that may delete, send or buy needs a surer match'
  // The only element of that role and name submits what the learned one submitted.
  if (isNamesake && isSubmit === target.isSubmit && fingerprint.type === target.fingerprint.type)
    return undefined
  if (fingerprint.type === 'password') return 'a password field needs a surer match'
  if (isSubmit) return 'a button that submits a form needs a surer match'
  return undefined
}
