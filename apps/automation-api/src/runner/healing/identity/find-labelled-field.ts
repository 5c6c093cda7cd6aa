import type { Fingerprint } from '../fingerprint.ts'
import { readLookalike } from '../lookalikes.ts'
import { textSimilarity } from '../ranking/similarity.ts'
import { toLabel } from './field-label.ts'
import { comparable, type Learned } from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole } from './role-family.ts'

const FIELDS = /^(input|textarea|select)$/
const NOT_TYPED = /^(checkbox|radio|submit|button|image|reset|file|hidden)$/

/**
 * The only field with a label of the target, where the code of one page joins it to the field and that of the other only
 * puts it before it, or repeats it in the field: a person reads the same word there.
 */
export function findLabelledField<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: target, lookalikes = [] }: Learned,
  candidates: Of[],
): Of | undefined {
  const labels = readLabels(target, 'before')
  const others = lookalikes.map(readLookalike).map((each) => readLabels(each, 'before'))
  const side = findTextSide([labels, ...others], candidates)
  const best = onlyOne(
    candidates.filter(
      ({ fingerprint }) =>
        hasSameLabel(labels, readLabels(fingerprint, side)) && isOfLikeKind(target, fingerprint),
    ),
  )
  return best && hasSameLabel(withoutShared(labels, others), readLabels(best.fingerprint, side))
    ? best
    : undefined
}

type Side = 'before' | 'after'

/**
 * On which side of the fields that the code joins nothing to are the labels of the learned ones: a list that is drawn over its field
 * shows what was written in it after the field, and before the next one. Undefined where as many are called as the texts on each side.
 */
function findTextSide(learned: Labels[], page: { fingerprint: Fingerprint }[]): Side | undefined {
  // The text after a field may be what the code joins to the next one.
  const joined = new Set(page.flatMap(({ fingerprint }) => readLabels(fingerprint, undefined).own))
  const known = new Set(learned.flatMap(({ own }) => own).filter((each) => !joined.has(each)))
  return compareSides(
    (side) => page.filter(({ fingerprint }) => known.has(readLabels(fingerprint, side).beside)).length,
    'before',
  )
}

/** The side with more labels; `usual` where neither has any, and undefined where both have as many. */
function compareSides(count: (side: Side) => number, usual: Side): Side | undefined {
  const [before, after] = [count('before'), count('after')]
  if (before === after) return before > 0 ? undefined : usual
  return before > after ? 'before' : 'after'
}

/** Without the labels of other fields: the day, the month and the year of one date stand after one label. */
function withoutShared(labels: Labels, others: Labels[]): Labels {
  const [own, beside] = [others.flatMap((each) => each.own), others.map((each) => each.beside)]
  return {
    ...labels,
    own: labels.own.filter((each) => !own.includes(each)),
    beside: beside.includes(labels.beside) ? '' : labels.beside,
  }
}

interface Labels {
  /** What the code joins to the field, or writes in it. */
  own: string[]
  /** The text right before it, or right after it, where nothing is joined to it. */
  beside: string
  hint: string
}

function readLabels(of: Fingerprint, side: Side | undefined): Labels {
  const { tag, type, name, label, placeholder } = of
  if (!FIELDS.test(tag) || NOT_TYPED.test(type)) return { own: [], beside: '', hint: '' }
  return {
    own: [label, name, placeholder].map(toLabel).filter(Boolean),
    beside: label === '' && name === placeholder ? toLabel((side && of[side][0]) ?? '') : '',
    hint: toLabel(placeholder),
  }
}

function hasSameLabel(one: Labels, other: Labels): boolean {
  if (one.own.some((each) => other.own.includes(each) || each === other.beside)) return true
  if (other.own.includes(one.beside)) return true
  // Two hints that differ are of two fields, and what is before them is the heading of both.
  return one.beside !== '' && one.beside === other.beside && (one.hint === '' || other.hint === '')
}

/** Text of any kind became text of a certain kind, or the other way round. */
const isOfLikeKind = (one: Fingerprint, other: Fingerprint) =>
  isOfAnyKind(one) || isOfAnyKind(other) || one.fieldKind === other.fieldKind

const isOfAnyKind = ({ fieldKind }: Fingerprint) => /^(?:textarea)?$/.test(fieldKind)

/**
 * The only list without a name that has the options of the target, which has no name either: the months of a date. A redesign adds
 * options, or what nothing is chosen by.
 */
export function findSameList<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, lookalikes = [] }: Learned,
  candidates: Of[],
): Of | undefined {
  const hasOptions = (of: Fingerprint) =>
    isUnnamedList(of) && textSimilarity(of.text, wanted.text) >= SAME_OPTIONS
  if (!isUnnamedList(wanted) || lookalikes.map(readLookalike).some(hasOptions)) return undefined
  return onlyOne(candidates.filter(({ fingerprint }) => hasOptions(fingerprint)))
}

const SAME_OPTIONS = 0.75

const isUnnamedList = ({ tag, name, text }: Fingerprint) =>
  tag === 'select' && name === '' && /\p{L}{2}/u.test(text)

/**
 * The box or the switch with a label of the target, which stands right beside it, where the code of one page joins it to the box
 * and that of the other joins something else, such as the question that all of them answer.
 */
export function findLabelledChoice<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): Of | undefined {
  const { fingerprint: wanted, lookalikes = [] } = target
  if (!isChoice(wanted)) return undefined
  const side = findLabelSide(target, candidates)
  if (side === undefined) return undefined
  // What all of them are called tells none of them.
  const others = lookalikes.map(readLookalike).filter(isChoice)
  const known = new Set(others.flatMap((each) => listChoiceLabels(each, side)))
  const own = new Set(listChoiceLabels(wanted, side).filter((each) => !known.has(each)))
  return onlyOne(
    candidates.filter(
      ({ fingerprint }) =>
        isOfLikeRole(wanted, fingerprint) &&
        listChoiceLabels(fingerprint, 'after').some((each) => own.has(each)),
    ),
  )
}

/**
 * On which side of the learned box or switch its label is, which its page does not join to it. In a list of such with their labels before
 * them, the text after one is the label of the next one. More of those on the page are called as the texts on the side of the labels
 * than as those on the other; undefined where as many are, as after one of them has gone.
 */
export function findLabelSide(
  { fingerprint, lookalikes = [] }: Learned,
  page: { fingerprint: Fingerprint }[],
): Side | undefined {
  if (!isUnnamed(fingerprint)) return 'after'
  const learned = [fingerprint, ...lookalikes.map(readLookalike)].filter(isUnnamed)
  const called = new Set(
    page.flatMap(({ fingerprint: each }) =>
      isChoice(each) ? [each.name, each.label].map((name) => comparable(name).exact) : [],
    ),
  )
  called.delete('')
  return compareSides(
    (side) => learned.filter((each) => called.has(comparable(each[side][0] ?? '').exact)).length,
    'after',
  )
}

const isChoice = ({ role }: Fingerprint) => /^(?:checkbox|radio|switch)$/.test(role)

const isUnnamed = (of: Fingerprint) => isChoice(of) && of.name === '' && of.label === ''

// A number beside it is the key that chooses it, or the count of what it chooses.
const listChoiceLabels = (of: Fingerprint, side: Side): string[] =>
  [of.name, of.label, of[side][0] ?? '']
    .map((each) => comparable(each).exact)
    .filter((each) => /\p{L}/u.test(each))
