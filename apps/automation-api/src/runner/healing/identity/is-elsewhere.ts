import { findEvidence } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { isInOtherArea, isInOtherPart } from './compare-parts.ts'
import { isUnderSameHeading } from './find-under-heading.ts'
import type { Learned } from './names.ts'

/** Whether anything but its name has stayed: a text beside it, a link or a name in the code, or its icon. */
export function hasKeptSomething(wanted: Fingerprint, found: Fingerprint): boolean {
  const { nearBy, sharedKeys, icon } = findEvidence(wanted, found)
  return nearBy > 0 || sharedKeys > 0 || icon === 'same'
}

/** Of what is called the same: a menu, the footer and the rest of the page have different elements of one name. */
export function isElsewhere(target: Learned, { fingerprint: found }: { fingerprint: Fingerprint }): boolean {
  const { fingerprint: wanted } = target
  if (hasKeptSomething(wanted, found)) return false
  if (isInOtherPart(wanted, found)) return true
  return isInOtherArea(target, found) && !isUnderSameHeading(wanted, found)
}
