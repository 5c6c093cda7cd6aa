import { findField, type ReadAs, readAsOf } from './find-field.ts'
import { type Group, listGroups } from './list-groups.ts'
import { rateGroup } from './rate-group.ts'
import type { Item } from './survey-page.ts'

export interface RowField {
  name: string
  readAs: ReadAs
  /** Of each row: undefined where it has none. */
  items: (Item | undefined)[]
}

export interface Rows {
  group: Group
  fields: RowField[]
}

export type FoundRows = { rows: Rows } | { several: string } | { missing: string } | { doubtful: Rows[] }

const ENOUGH = 0.6
const UNRATED = 9

/** The entries that a noun names and that have all of the fields: `title` and `price` of every `book`. */
export function findRows(items: Item[], noun: string, fields: string[]): FoundRows {
  let problem: FoundRows = { missing: fields[0]! }
  let closest = -1
  const fitting: (Rows & { level: number })[] = []
  for (const group of listGroups(items)) {
    const level = rateGroup(items, group, noun) ?? (fields.length > 1 ? UNRATED : undefined)
    if (level === undefined) continue
    const read = readFields(group, fields, noun)
    if (Array.isArray(read)) fitting.push({ group, fields: read, level })
    else if (level < UNRATED && read.known > closest) {
      closest = read.known
      problem = read.isSeveral ? { several: read.field } : { missing: read.field }
    }
  }
  const best = Math.min(...fitting.map(({ level }) => level))
  const found = outermost(fitting.filter(({ level }) => level === best))
  const [first, second] = found
  if (second) return { doubtful: found }
  return first ? { rows: first } : problem
}

function readFields(
  { roots, contents }: Group,
  fields: string[],
  noun: string,
): RowField[] | { field: string; isSeveral: boolean; known: number } {
  const read: RowField[] = []
  for (const field of fields) {
    const found = contents.map((own) => findField(own, field, noun))
    const count = found.filter(Boolean).length
    const isSeveral = found.includes('several')
    if (isSeveral || count < Math.max(1, roots.length * ENOUGH))
      return { field, isSeveral, known: read.length }
    read.push({ name: field, readAs: readAsOf(field), items: found as (Item | undefined)[] })
  }
  return isDistinct(read) ? read : { field: fields.at(-1)!, isSeveral: false, known: read.length - 1 }
}

/** Two fields that read the same elements were not told apart. */
function isDistinct(read: RowField[]): boolean {
  const texts = read.filter(({ readAs }) => readAs === 'text')
  return texts.every(({ items }, index) =>
    texts.slice(index + 1).every((other) => items.some((item, row) => item !== other.items[row])),
  )
}

/** Of groups within the entries of another, the outer one; of two in the same place, the larger one. */
function outermost<Found extends Rows>(found: Found[]): Found[] {
  return found.filter(
    (one) => !found.some((other) => other !== one && (isInside(one, other) || isSmaller(one, other))),
  )
}

const isInside = ({ group: { roots } }: Rows, { group }: Rows) =>
  roots.every(({ frame, xpath }) =>
    group.roots.some((outer) => outer.frame === frame && xpath.startsWith(`${outer.xpath}/`)),
  )

/** Those of one class among all of their parent: others beside them lack what was asked for. */
const isSmaller = ({ group: { roots } }: Rows, { group }: Rows) =>
  group.roots.length > roots.length && roots.every((root) => group.roots.includes(root))
