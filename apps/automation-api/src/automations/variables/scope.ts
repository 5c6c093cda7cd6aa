import type { Cell, ExtractedData, Money, Row } from '@waypost/webhooks'

/** An item of a list that a step goes through. */
export type Item = string | Row

/** What the texts of a step may refer to. */
export interface Scope {
  /** `${name}` */
  values: Record<string, string>
  /** `${name}` and `${name.part}`, within a `forEach`. */
  items: Record<string, Item>
  /** `${outputs.name}`: what the run has read so far. */
  outputs: ExtractedData
}

/** The name under which a step refers to what earlier ones have read. */
const OUTPUTS = 'outputs'

/** The value of `${name.part}`; undefined where the name is nothing that has parts. */
export function findPart({ items, outputs }: Scope, name: string, path: string[]): string | undefined {
  const isItem = Object.hasOwn(items, name)
  if (!isItem && name !== OUTPUTS) return undefined
  let value: unknown = isItem ? items[name] : outputs
  for (const part of path)
    value = Object.hasOwn(Object(value), part) ? Reflect.get(Object(value), part) : undefined
  if (value === undefined) throw new Error(`there is no "${[name, ...path].join('.')}"`)
  return writeValue(value as Cell | Item)
}

/** A value as a text to type or to compare. */
export function writeValue(value: Cell | Item | ExtractedData[string]): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (isMoney(value)) return `${value.amount} ${value.currency ?? ''}`.trim()
  return JSON.stringify(value)
}

const isMoney = (value: object): value is Money =>
  'amount' in value && 'currency' in value && typeof value.amount === 'number'
