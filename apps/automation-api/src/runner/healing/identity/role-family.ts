import type { Fingerprint } from '../fingerprint.ts'

// A redesign makes a button of a link, and a switch of a checkbox; what they do stays the same.
const FAMILIES = [/^(?:button|link|tab|menuitem)$/, /^(?:checkbox|switch|menuitemcheckbox)$/]

type Role = Pick<Fingerprint, 'role' | 'tag'>

/** An `a` without an address, which a script makes a link, is one to whoever presses it. */
export const roleOf = ({ role, tag }: Role): string => role || (tag === 'a' ? 'link' : '')

/** Whether a person uses both in the same way. */
export function isOfLikeRole(one: Role, other: Role): boolean {
  const [left, right] = [roleOf(one), roleOf(other)]
  return left === right || FAMILIES.some((family) => family.test(left) && family.test(right))
}
