import { type Fingerprint, toFingerprint } from './fingerprint.ts'
import { isNested } from './identity/only-one.ts'
import { mayHealOnto, type Traits } from './may-heal-onto.ts'
import type { Purpose } from './purpose.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'

/**
 * What is stored of another element of a page: what likeness goes by, without what is empty, and how many elements it is after
 * the target in the order of the page, or before it.
 */
export type Lookalike = Partial<Fingerprint> & { at: number }

/** The elements around the target that its action could mean too, in the order of the page. */
export interface Around {
  before: Traits[]
  after: Traits[]
}

const ALIKE = 16
const NEAREST = 4
const CALLED = 4
/** Of all of them: they are usually some 4 KB. */
const MAX_BYTES = 12_288
const LINK_LENGTH = 100
const NAME_LENGTH = 60
const PRESSED =
  /^(?:button|link|tab|menuitem|menuitemcheckbox|menuitemradio|checkbox|radio|switch|option|treeitem)$/

/** What an action on the element does, as far as the element says. */
export function purposeOf({ fingerprint: { tag, type, role }, isEditable }: Traits): Purpose {
  if (tag === 'select') return 'choose'
  if (type === 'file') return 'upload'
  if (isEditable) return 'fill'
  return PRESSED.test(role) || tag === 'label' ? 'press' : 'read'
}

/**
 * The elements of the page that are most like the target, and the nearest ones. What is on a new page and is more like one of these
 * than like the target is that one, and not the target; and the target is still where it was between them.
 */
export function chooseLookalikes(target: Traits, { before, after }: Around): Lookalike[] {
  const purpose = purposeOf(target)
  const isOther = (each: Traits) => mayHealOnto(target, each, purpose) && !isNested(each, target)
  const placed = [
    ...before
      .filter(isOther)
      .toReversed()
      .map((each, index) => ({ ...each, at: -1 - index })),
    ...after.filter(isOther).map((each, index) => ({ ...each, at: 1 + index })),
  ]
  const alike = rankBySimilarity(target.fingerprint, placed).map(({ candidate }) => candidate)
  const called = placed
    .filter(({ fingerprint }) => isCalledAs(target.fingerprint, fingerprint))
    .slice(0, CALLED)
  const nearest = placed.filter(({ at }) => Math.abs(at) <= NEAREST)
  let bytes = 0
  return [...new Set([...nearest, ...called, ...alike.slice(0, ALIKE)])]
    .map(({ fingerprint, at }) => ({
      ...shorten(
        fingerprint,
        isTwin(target.fingerprint, fingerprint) || isCalledAs(target.fingerprint, fingerprint),
      ),
      at,
    }))
    .filter((each) => {
      bytes += Buffer.byteLength(JSON.stringify(each))
      return bytes <= MAX_BYTES
    })
}

/** Whether both have the role and the name, or the text where they have no name, of each other. */
export function isTwin(one: Fingerprint, other: Fingerprint): boolean {
  const [left, right] = [one, other].map(({ name, text }) => (name || text).slice(0, NAME_LENGTH))
  return one.role === other.role && left === right
}

/** Whether both have the same name, whatever they are. */
function isCalledAs(one: Fingerprint, other: Fingerprint): boolean {
  const [left, right] = [one, other].map(({ name, text }) =>
    (name || text).slice(0, NAME_LENGTH).toLowerCase(),
  )
  return left !== '' && left === right
}

/** Twins differ in little but the texts around them and the part of the page, so all of these are kept. */
function shorten(of: Fingerprint, isOfTwin: boolean): Partial<Fingerprint> {
  const { tag, role, type, nameAttribute, id, testIds, alt, icon, glyph, classes, indexedXpath } = of
  const [name = '', label, text, placeholder = '', title = ''] = [
    of.name,
    of.label,
    of.text,
    of.placeholder,
    of.title,
  ].map((each) => each.slice(0, NAME_LENGTH))
  const near = isOfTwin ? 4 : 1
  const texts = {
    tag,
    role,
    type,
    nameAttribute,
    id,
    alt,
    icon,
    glyph,
    indexedXpath,
    name,
    placeholder,
    title,
    label: label === name ? '' : label,
    text: text === name ? '' : text,
    href: of.href.slice(0, LINK_LENGTH),
    destination: of.destination,
    landmark: isOfTwin ? of.landmark : '',
  }
  const lists = { testIds, classes, before: of.before.slice(0, near), after: of.after.slice(0, near) }
  const filled = Object.entries({ ...texts, ...lists }).filter(([, value]) => (value?.length ?? 0) > 0)
  return { ...(Object.fromEntries(filled) as Partial<Fingerprint>), box: of.box }
}

/** Without those in which something secret is read; the learned element is judged by itself. */
export const withoutSecret = <Of extends { lookalikes?: Lookalike[] }>(
  of: Of,
  isSecret: (value: unknown) => boolean,
): Of => (of.lookalikes ? { ...of, lookalikes: of.lookalikes.filter((each) => !isSecret(each)) } : of)

export const readLookalike = (stored: Lookalike): Fingerprint => toFingerprint(stored)
