import type { Keyring } from '../keyring.ts'

/** The primary key of a row, as text. */
export type RowName = Record<string, string>

/** Seals a value of this context again, unless the current key has sealed it. */
export type SealAgain = (sealed: string, context: string) => string

/** A column with sealed values. */
export interface SealedPlace {
  /** `schema.table` */
  table: string
  column: string
  /** The columns of the primary key. */
  key: string[]
  /** The text before a sealed value in the column, as a regular expression. */
  before: string
  /** Returns the column's text with each of its sealed values sealed again. */
  reseal(value: string, row: RowName, again: SealAgain): string
}

/** A column that is one sealed value, or null. */
export function sealedText(
  table: string,
  column: string,
  key: string[],
  contextOf: (row: RowName) => string,
): SealedPlace {
  return { table, column, key, before: '^', reseal: (value, row, again) => again(value, contextOf(row)) }
}

/** @throws the errors of `Keyring.open` */
export function sealAgainWith(keyring: Keyring): SealAgain {
  return (sealed, context) =>
    sealed.startsWith(keyring.currentPrefix) ? sealed : keyring.seal(keyring.open(sealed, context), context)
}
