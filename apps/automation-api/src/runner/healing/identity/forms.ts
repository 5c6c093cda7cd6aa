import type { Fingerprint } from '../fingerprint.ts'

/** The form that an element belongs to, as its fingerprint has it. */
export interface Form {
  /** The kinds of its fields, in order. */
  fields: string[]
  /** What the element is: one of the fields, or `submit`. */
  kind: string
  /** Its place among the fields; for the button, their number. */
  index: number
}

const PRESSED = /^(?:submit|button)$/

/** Undefined where it belongs to none, or is one of several buttons of it. */
export function readForm({ form }: Pick<Fingerprint, 'form'>): Form | undefined {
  const controls = form.split(' ').filter(Boolean)
  const own = controls.findIndex((each) => each.startsWith('*'))
  if (own === -1) return undefined
  const kinds = controls.map((each) => each.replace('*', ''))
  const submits = kinds.filter((each) => each === 'submit').length
  const buttons = kinds.filter((each) => PRESSED.test(each)).length
  const fields = kinds.filter((each) => !PRESSED.test(each))
  const kind = kinds[own]!
  if (!PRESSED.test(kind))
    return { fields, kind, index: kinds.slice(0, own).filter((each) => !PRESSED.test(each)).length }
  // Pages also send a form by code, from its only button.
  const isOnly = kind === 'submit' ? submits === 1 : submits === 0 && buttons === 1
  return isOnly ? { fields, kind: 'submit', index: fields.length } : undefined
}

// A field for an address or a number is one of any text on another page.
const TYPED = /^(?:text|email|tel|url|number|search)$/

/** Without what distinguishes fields for text of one page from those of another. */
export const toCoarseKind = (kind: string) => (TYPED.test(kind) ? 'text' : kind)

/** How many of their fields are of the same kinds in the same order, 0 to 1. */
export function compareForms(one: Form, other: Form): number {
  const [left, right] = [one, other].map(({ fields }) => fields.map(toCoarseKind)) as [string[], string[]]
  let row = Array.from<number>({ length: right.length + 1 }).fill(0)
  for (const kind of left) {
    const next = [0]
    for (const [index, each] of right.entries())
      next.push(kind === each ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!))
    row = next
  }
  const all = left.length + right.length
  return all === 0 ? 0 : (2 * row[right.length]!) / all
}
