import type { Cell, ExtractedData, Money, Row } from '@waypost/webhooks'
import { createCode } from './totp.ts'

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
  /** `${secrets.name}`: those of the account that the steps use. */
  secrets: Record<string, string>
}

/** The name under which a step refers to what earlier ones have read. */
const OUTPUTS = 'outputs'
/** The name under which a step refers to secrets of its account. */
export const SECRETS = 'secrets'
/** The part of a secret that is the present code of its authenticator. */
const CODE = 'totp'

/** The value of `${name.part}`; undefined where the name is nothing that has parts. */
export function findPart(
  { items, outputs, secrets }: Scope,
  name: string,
  path: string[],
): string | undefined {
  const isItem = Object.hasOwn(items, name)
  if (!isItem && name === SECRETS) return findSecret(secrets, path)
  if (!isItem && name !== OUTPUTS) return undefined
  let value: unknown = isItem ? items[name] : outputs
  for (const part of path)
    value = Object.hasOwn(Object(value), part) ? Reflect.get(Object(value), part) : undefined
  if (value === undefined) throw new Error(`there is no "${[name, ...path].join('.')}"`)
  return writeValue(value as Cell | Item)
}

function findSecret(secrets: Scope['secrets'], [name = '', part, ...rest]: string[]): string {
  const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined
  if (value === undefined || rest.length > 0 || (part !== undefined && part !== CODE))
    throw new Error(`there is no "${[SECRETS, name, part, ...rest].filter(Boolean).join('.')}"`)
  return part === CODE ? createCode(value, `the secret "${name}"`) : value
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
