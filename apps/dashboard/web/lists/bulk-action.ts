/** What can be done with all selected rows of a list. */
export interface BulkAction<Row> {
  label: string
  /** Leaves out rows for which it makes no sense; without it, it is for all. */
  isFor?: (row: Row) => boolean
  act: (row: Row) => Promise<unknown>
  /** Asks first, for what cannot be undone. */
  confirm?: { title: (count: number) => string; text: string; button: string }
  /** Undoes it; a toast then offers that. */
  undo?: (row: Row) => Promise<unknown>
  /** What the toast says. */
  done?: (rows: Row[]) => string
}
