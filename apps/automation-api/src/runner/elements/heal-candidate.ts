import { createHash } from 'node:crypto'
import { comparable, isNumbered, nameOf } from '../healing/identity/names.ts'
import type { Recorded } from '../healing/recorded.ts'

const HASH_BYTES = 32
const NONE = Buffer.alloc(HASH_BYTES)

/**
 * What a person decides about, wherever on the page it is: the element as it is described, and what of that lasts. Earlier
 * releases stored the first of the three hashes alone.
 *
 * An accepted element is the same in every part, since another "Save" beside it was accepted by nobody. A refused one stays
 * refused with another id, link or count: it would be offered every day otherwise.
 */
export function describeCandidate(found: Recorded): Buffer {
  const { tag, role, name, label, placeholder, type, testIds, id, href, title, alt, icon, glyph } =
    found.fingerprint
  const text = name === '' ? found.fingerprint.text : ''
  const whole = hash([
    tag,
    role,
    name,
    label,
    placeholder,
    type,
    testIds,
    id,
    href,
    title,
    alt,
    icon,
    glyph,
    text,
  ])
  return Buffer.concat([whole, ...describeLasting(found)])
}

/** With its name, and without the counts of the name unless they distinguish elements; nothing where nothing else is known. */
function describeLasting(found: Recorded): [exact: Buffer, bare: Buffer] {
  const { tag, role, label, placeholder, type, testIds, icon, glyph, title, alt, text } = found.fingerprint
  const named = nameOf(found.fingerprint)
  const others = named === '' ? [title, alt, text] : []
  const isKnown = [named, label, placeholder, testIds, icon, glyph, ...others].some((each) => each.length > 0)
  if (!isKnown) return [NONE, NONE]
  const describe = (part: 'exact' | 'bare') =>
    hash([
      part,
      tag,
      role,
      type,
      testIds,
      icon,
      glyph,
      ...[named, label, placeholder, ...others].map((each) => comparable(each)[part]),
    ])
  const isTold = comparable(named).bare === '' || isNumbered(found)
  return [describe('exact'), isTold ? NONE : describe('bare')]
}

const hash = (described: unknown[]) => createHash('sha256').update(JSON.stringify(described)).digest()

const partsOf = (candidate: Buffer) =>
  [0, 1, 2].map((part) => candidate.subarray(part * HASH_BYTES, (part + 1) * HASH_BYTES))

/** Whether both are the same in every part. */
export const isSameCandidate = (one: Buffer, other: Buffer) => partsOf(one)[0]!.equals(partsOf(other)[0]!)

/** Whether both are the same in what lasts. */
export function isLastingCandidate(one: Buffer, other: Buffer): boolean {
  const [, ...known] = partsOf(one)
  const [, ...found] = partsOf(other)
  return known.some((each, part) => each.length > 0 && !each.equals(NONE) && each.equals(found[part]!))
}
