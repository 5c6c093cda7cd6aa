import type { Fingerprint } from '../fingerprint.ts'
import {
  comparable,
  hadSynonym,
  hadTwin,
  hasSameName,
  isCalledByIcon,
  type Learned,
  listNames,
  nameOf,
} from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole, roleOf } from './role-family.ts'

const USED_BY_NUMBER = /^(button|link|tab|option|radio|checkbox|menuitem|gridcell)$/

/** A number in a table is not a name; a day in a calendar is. */
export const isUsedByNumber = (of: Fingerprint): boolean => USED_BY_NUMBER.test(roleOf(of))

/**
 * The only candidate with the target's role and name, where the target was the only one too. It is the target,
 * wherever it is now and whatever has replaced it at its place. Counts, prices and versions are not part of a name
 * unless they distinguish elements; they count where nothing else is found.
 */
export function findNamesake<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): Of | undefined {
  const wanted = target.fingerprint
  const { exact, bare } = comparable(nameOf(wanted))
  const role = roleOf(wanted)
  if (exact !== '' && role === '') return findMadeButton(target, candidates)
  if (exact === '' || wanted.ordinal.count > 1) return undefined
  if (bare === '' && !isUsedByNumber(wanted)) return undefined
  if (isCalledByIcon(wanted)) return undefined
  const named = candidates.filter((candidate) => comparable(nameOf(candidate.fingerprint)).exact === exact)
  const ofRole = named.filter(({ fingerprint }) => roleOf(fingerprint) === role)
  if (ofRole.length > 0) return onlyOne(ofRole)
  // Of a link and a button that were called so, the one that is left may be the other.
  if (hadTwin(target) || hadSynonym(target)) return undefined
  const similar = named.length > 0 ? named : candidates.filter((candidate) => hasSameName(target, candidate))
  return onlyOne(similar.filter(({ fingerprint }) => isOfLikeRole(wanted, fingerprint)))
}

const MADE = /^(?:button|link|tab|menuitem)$/

/** A text that is pressed is a button or a tab after a redesign, and is called so alone, then and now. */
function findMadeButton<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): Of | undefined {
  const { fingerprint: wanted, lookalikes } = target
  const { exact, bare } = comparable(listNames(wanted)[0] ?? '')
  if (bare === '' || !lookalikes || wanted.ordinal.count > 1 || hadTwin(target) || hadSynonym(target))
    return undefined
  const named = candidates.filter(({ fingerprint }) =>
    listNames(fingerprint).some((name) => comparable(name).exact === exact),
  )
  const best = onlyOne(named)
  return best && MADE.test(best.fingerprint.role) ? best : undefined
}
