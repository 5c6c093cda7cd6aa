import type { Fingerprint } from '../fingerprint.ts'

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
