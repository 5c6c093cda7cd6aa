/** What is read of an element: its text, an address, its HTML, whether it is on, or that it is there. */
export type ReadAs = 'text' | 'url' | 'html' | 'boolean' | 'exists' | 'date'

/** What is read of each row, in the page. */
export interface CellQuery {
  /** The reading: each has an id of its own. */
  id: number
  field: string
  /** The place of the selector among the field's alternatives: an earlier one has priority. */
  alternative: number
  readAs: ReadAs
  attribute?: string | undefined
  /** The header of the column, in a table. */
  column?: string | undefined
}

export interface ReadCell {
  value: string | boolean | null
  /** How many elements the field's selector has found in the row. */
  count: number
}

/** All rows of a reading. */
export interface Reading {
  rows: Record<string, ReadCell>[]
  /** The names of a table's columns. */
  headers: string[]
  /** The language of the page. */
  language: string
  /** Whether the rows are no longer those that the reading began with. */
  isChanged: boolean
  isTooLarge: boolean
}
