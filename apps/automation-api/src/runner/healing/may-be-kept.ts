import { findEvidence } from './find-evidence.ts'
import { hashName } from './in-page/read-name.ts'
import type { Traits } from './may-heal-onto.ts'
import { THRESHOLDS } from './thresholds.ts'
import { hadTwin, type Learned } from './identity/names.ts'
import { roleOf } from './identity/role-family.ts'

/**
 * Whether the selectors of a sure heal may be written back. What has lost its role may be the box around what is called so. Of several
 * that were called so, the one that is left may be another. And nothing is written back on its name alone: the learned one may have
 * gone, and this one was hidden before.
 */
export function mayBeKept(target: Learned, { fingerprint: found }: Traits): boolean {
  const { fingerprint: wanted, others = [] } = target
  const isRoleLost = roleOf(wanted) !== '' && roleOf(found) === ''
  if (isRoleLost || wanted.ordinal.count > 1 || hadTwin(target)) return false
  const { nearBy, sharedKeys } = findEvidence(wanted, found)
  const isShared = ['> address', '> path'].some((mark) => others.includes(hashName(mark)))
  return nearBy >= THRESHOLDS.surroundings || sharedKeys > Number(isShared && found.href === wanted.href)
}
