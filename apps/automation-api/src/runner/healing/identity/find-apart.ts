import type { Fingerprint } from '../fingerprint.ts'
import { isTwin, readLookalike } from '../lookalikes.ts'
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
  target: Learned,
  called: Of[],
): { best: Of; message: string } | undefined {
  const wanted = target.fingerprint
  const { part, form } = wanted.twins
  const inPart =
    part === 1 && PARTS.test(wanted.landmark)
      ? onlyOne(called.filter(({ fingerprint }) => isInSameArea(wanted, fingerprint)))
      : undefined
  if (inPart)
    return { best: inPart, message: 'of the elements of that name, the only one in that part of the page' }
  const inForm =
    form === 1 ? onlyOne(called.filter(({ fingerprint }) => isAtSamePlace(wanted, fingerprint))) : undefined
  if (inForm) return { best: inForm, message: 'of the elements of that name, the one in the same form' }
  const left = findLeft(target, called)
  return (
    left && {
      best: left,
      message: 'of as many of that name as before, the one in a part of the page of its own',
    }
  )
}

/**
 * Of as many elements of the target’s name as before, the one in the area where none of the others were, such as a header that the
 * markup says to be one only now. Earlier releases did not store where the others were.
 */
function findLeft<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  called: Of[],
): Of | undefined {
  const { count } = wanted.ordinal
  const twins = lookalikes.map(readLookalike).filter((each) => isTwin(wanted, each))
  const areStored = twins.some(({ landmark }) => landmark !== '')
  if (count < 2 || !areStored || twins.length !== count - 1 || called.length !== count) return undefined
  const found = called.map(({ fingerprint }) => fingerprint)
  const isOneForEach = twins.every((twin) => countIn(twin, twins) === countIn(twin, found))
  if (!isOneForEach) return undefined
  return onlyOne(called.filter(({ fingerprint }) => countIn(fingerprint, twins) === 0))
}

const countIn = (area: Fingerprint, all: Fingerprint[]) =>
  all.filter((each) => isInSameArea(area, each)).length

// Many forms have one field, or two.
const TELLING_FIELDS = 3

function isAtSamePlace(one: Fingerprint, other: Fingerprint): boolean {
  const [left, right] = [readForm(one), readForm(other)]
  if (!left || !right || left.fields.length < TELLING_FIELDS) return false
  return left.kind === right.kind && left.index === right.index && compareForms(left, right) === 1
}
