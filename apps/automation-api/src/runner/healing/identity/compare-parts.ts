import type { Fingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { isPartKnown, type Learned } from './names.ts'

// A menu is at the top of one page, and at the side of another.
const MENU = /^(?:navigation|banner|complementary|search)$/

const partOf = ({ landmark }: Fingerprint) => (MENU.test(landmark) ? 'menu' : landmark)

/** Whether both pages say that the two are in a menu, in the footer, in a form, or in a dialog. */
export function isInSamePart(one: Fingerprint, other: Fingerprint): boolean {
  return one.landmark !== '' && partOf(one) === partOf(other)
}

/** Whether both are in a menu, both in the footer, both in a dialog, or both in none of these. */
export function isInSameArea(one: Fingerprint, other: Fingerprint): boolean {
  return areaOf(one) === areaOf(other)
}

const areaOf = (of: Fingerprint) =>
  /^(?:menu|contentinfo|dialog)$/.test(partOf(of)) ? partOf(of) : 'content'

/** Whether one is in the footer and the other in a menu, which lead to other things by the same names. */
export function isInOtherPart(one: Fingerprint, other: Fingerprint): boolean {
  const parts = new Set([partOf(one), partOf(other)])
  return parts.has('contentinfo') && parts.has('menu')
}

/**
 * Whether the learned page says that the target was in another part than the candidate is in. A page that says nowhere what is its menu
 * does not say that something was not in it.
 */
export function isInOtherArea(target: Learned, found: Fingerprint): boolean {
  const { fingerprint: wanted, others = [] } = target
  if (!isPartKnown(target) || isInSameArea(wanted, found)) return false
  const missing = { menu: '/ no menu', contentinfo: '/ no footer' }[areaOf(found)]
  return wanted.landmark !== '' || missing === undefined || !others.includes(hashName(missing))
}
