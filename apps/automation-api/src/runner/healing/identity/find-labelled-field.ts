import type { Fingerprint } from '../fingerprint.ts'
import { readLookalike } from '../lookalikes.ts'
import { comparable, type Learned } from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole } from './role-family.ts'

const FIELDS = /^(input|textarea|select)$/
const NOT_TYPED = /^(checkbox|radio|submit|button|image|reset|file|hidden)$/
const MAX_LABEL_LENGTH = 40

/**
 * The fields with a label of the target, where the code of one page joins it to the field and that of the other only
 * puts it before it, or repeats it in the field: a person reads the same word there.
 */
export function findLabelledField<Of extends { fingerprint: Fingerprint }>(
  target: Fingerprint,
  candidates: Of[],
): Of[] {
  const wanted = readLabels(target)
  return candidates.filter(
    ({ fingerprint }) => hasSameLabel(wanted, readLabels(fingerprint)) && isOfLikeKind(target, fingerprint),
  )
}

interface Labels {
  /** What the code joins to the field, or writes in it. */
  own: string[]
  /** The text right before it, where nothing is joined to it. */
  before: string
  hint: string
}

function readLabels({ tag, type, name, label, placeholder, before }: Fingerprint): Labels {
  if (!FIELDS.test(tag) || NOT_TYPED.test(type)) return { own: [], before: '', hint: '' }
  return {
    own: [label, name, placeholder].map(toLabel).filter(Boolean),
    before: label === '' && name === placeholder ? toLabel(before[0] ?? '') : '',
    hint: toLabel(placeholder),
  }
}

function hasSameLabel(one: Labels, other: Labels): boolean {
  if (one.own.some((each) => other.own.includes(each) || each === other.before)) return true
  if (other.own.includes(one.before)) return true
  // Two hints that differ are of two fields, and what is before them is the heading of both.
  return one.before !== '' && one.before === other.before && (one.hint === '' || other.hint === '')
}

/** Empty for a sentence, which explains something. */
function toLabel(shown: string): string {
  if (shown.length > MAX_LABEL_LENGTH || /[.!]$/.test(shown)) return ''
  return /\p{L}{2}/u.test(shown) ? comparable(shown).exact : ''
}

/** Text of any kind became text of a certain kind, or the other way round. */
const isOfLikeKind = (one: Fingerprint, other: Fingerprint) =>
  isOfAnyKind(one) || isOfAnyKind(other) || one.fieldKind === other.fieldKind

const isOfAnyKind = ({ fieldKind }: Fingerprint) => /^(?:textarea)?$/.test(fieldKind)

/**
 * The box or the switch with a label of the target, which stands right after it, where the code of one page joins it to the box
 * and that of the other joins something else, such as the question that all of them answer.
 */
export function findLabelledChoice<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  candidates: Of[],
): Of | undefined {
  if (!isChoice(wanted)) return undefined
  // What all of them are called tells none of them.
  const others = new Set(lookalikes.map(readLookalike).filter(isChoice).flatMap(listChoiceLabels))
  const own = new Set(listChoiceLabels(wanted).filter((each) => !others.has(each)))
  return onlyOne(
    candidates.filter(
      ({ fingerprint }) =>
        isOfLikeRole(wanted, fingerprint) && listChoiceLabels(fingerprint).some((each) => own.has(each)),
    ),
  )
}

const isChoice = ({ role }: Fingerprint) => /^(?:checkbox|radio|switch)$/.test(role)

const listChoiceLabels = ({ name, label, after }: Fingerprint): string[] =>
  [name, label, after[0] ?? ''].map((each) => comparable(each).exact).filter((each) => each !== '')
