import type { Column } from './data-table.tsx'

interface Props<Row> {
  columns: Column<Row>[]
  /** About how many rows there will be. */
  rows: number
}

/** Stands in for a table while its first page is loaded, with its columns, so that little moves when it comes. */
export function TableSkeleton<Row>({ columns, rows }: Props<Row>) {
  return (
    <div className="table-frame">
      <p className="unseen" role="status">
        Loading …
      </p>
      <table className="table" aria-hidden="true">
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th key={label}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map(({ label }) => (
                <td key={label} data-label={label}>
                  {label !== '' && <span className="skeleton" />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
