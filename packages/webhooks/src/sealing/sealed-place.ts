import type { Keyring } from '../keyring.ts'

/** A row as it is named: its key's columns, as text. */
export type RowName = Record<string, string>

/** Seals anew what was sealed for a context, unless the key that seals now has sealed it. */
export type SealAgain = (sealed: string, context: string) => string

/** A column with sealed values in it. */
export interface SealedPlace {
  /** `schema.table` */
  table: string
  column: string
  /** The columns of the primary key. */
  key: string[]
  /** What comes before a sealed value in the column's text, as a regular expression. */
  before: string
  /** The column's text with each of its sealed values sealed anew. */
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

/** @throws what `Keyring.open` throws */
export function sealAgainWith(keyring: Keyring): SealAgain {
  return (sealed, context) =>
    sealed.startsWith(keyring.currentPrefix) ? sealed : keyring.seal(keyring.open(sealed, context), context)
}
