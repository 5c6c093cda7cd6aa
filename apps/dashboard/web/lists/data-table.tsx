import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Empty for cells that need no label, such as buttons. */
  label: string
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  /** Describes the table to screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  children?: ReactNode
}

/** A table whose rows become cards in a narrow window. */
export function DataTable<Row>({ caption, columns, rows, rowKey, children }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label === '' ? <span className="unseen">Actions</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ label, cell }) => (
                <td key={label} data-label={label}>
                  {label === '' ? <span className="row-actions">{cell(row)}</span> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  )
}
