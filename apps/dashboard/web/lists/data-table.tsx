import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Empty where the cells say what they are, such as buttons. */
  label: string
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  /** What the rows are, for those who cannot see them. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  children?: ReactNode
}

/** Rows and columns; cards where the window is narrow. */
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
                  {cell(row)}
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
