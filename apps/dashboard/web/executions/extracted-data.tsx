import type { AutomationApi } from '@waypost/sdk'
import { CopyButton } from '../controls/copy-button.tsx'

/** The data that a run extracted. */
export function ExtractedData({ data }: { data: AutomationApi.Execution['extractedData'] }) {
  const entries = Object.entries(data)
  if (entries.length === 0) return null
  return (
    <section className="card stack-tight">
      <div className="row row-apart">
        <h2>Extracted data</h2>
        <CopyButton text={JSON.stringify(data, null, 2)} what="the extracted data as JSON" />
      </div>
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div key={name} className="facts-entry">
            <dt>{name}</dt>
            <dd>{show(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Value = AutomationApi.Execution['extractedData'][string]
type Row = Exclude<Extract<Value, unknown[]>, string[]>[number]

function show(value: Value) {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return `${value.name}, under Files`
  const rows = value.filter((each): each is Row => typeof each !== 'string')
  if (rows.length > 0) return <RowsTable rows={rows} />
  return value.filter((each) => typeof each === 'string').join(' · ')
}

const shownRows = 100

/** The rows of a list; the rest of a long one is in what is copied. */
function RowsTable({ rows }: { rows: Row[] }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no ids and never move
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{showCell(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownRows && <p className="quiet small">{rows.length - shownRows} more rows</p>}
    </div>
  )
}

function showCell(cell: Row[string] | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return `${cell.amount} ${cell.currency ?? ''}`.trim()
  return String(cell)
}
