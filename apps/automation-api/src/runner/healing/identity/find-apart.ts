import type { Fingerprint } from '../fingerprint.ts'
import { isInSameArea } from './compare-parts.ts'
import { compareForms, readForm } from './forms.ts'
import type { Learned } from './names.ts'
import { onlyOne } from './only-one.ts'

const PARTS = /^(?:navigation|banner|complementary|search|contentinfo|dialog|alertdialog)$/

/**
 * Of elements of one name, the only one in the menus, in the footer or in a dialog, and the only one at its place in a form of the same
 * fields, where the target was the only one there too, however many there were elsewhere.
 *
 * @param called the candidates of the target's name and role
 */
export function findApart<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted }: Learned,
  called: Of[],
): { best: Of; message: string } | undefined {
  const { part, form } = wanted.twins
  const inPart =
    part === 1 && PARTS.test(wanted.landmark)
      ? onlyOne(called.filter(({ fingerprint }) => isInSameArea(wanted, fingerprint)))
      : undefined
  if (inPart)
    return { best: inPart, message: 'of the elements of that name, the only one in that part of the page' }
  const inForm =
    form === 1 ? onlyOne(called.filter(({ fingerprint }) => isAtSamePlace(wanted, fingerprint))) : undefined
  return inForm && { best: inForm, message: 'of the elements of that name, the one in the same form' }
}

// Many forms have one field, or two.
const TELLING_FIELDS = 3

function isAtSamePlace(one: Fingerprint, other: Fingerprint): boolean {
  const [left, right] = [readForm(one), readForm(other)]
  if (!left || !right || left.fields.length < TELLING_FIELDS) return false
  return left.kind === right.kind && left.index === right.index && compareForms(left, right) === 1
}
