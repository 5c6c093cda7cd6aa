import { isSameOrNested } from '../ranking/combine-rankings.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { comparable, nameOf } from './names.ts'

const USED_BY_NUMBER = /^(button|link|tab|option|radio|checkbox|menuitem|gridcell)$/

/**
 * The only candidate with the target's role and name, where the target was the only one too. It is the target,
 * wherever it is now and whatever has replaced it at its place.
 */
export function findNamesake<Of extends { fingerprint: Fingerprint }>(
  target: Fingerprint,
  candidates: Of[],
): Of | undefined {
  const { exact, bare } = comparable(nameOf(target))
  if (exact === '' || target.role === '' || target.ordinal.count > 1) return undefined
  // A number in a table is not a name; a day in a calendar is.
  if (bare === '' && !USED_BY_NUMBER.test(target.role)) return undefined
  const [first, ...others] = candidates.filter(
    ({ fingerprint }) => fingerprint.role === target.role && comparable(nameOf(fingerprint)).exact === exact,
  )
  return others.every(({ fingerprint }) => isSameOrNested(first!.fingerprint, fingerprint))
    ? first
    : undefined
}
