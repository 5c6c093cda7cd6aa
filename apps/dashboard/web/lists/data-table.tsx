import type { ReactNode } from 'react'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './use-selection.ts'

export interface Column<Row> {
  /** Empty for cells that need no label, such as buttons. */
  label: string
  cell: (row: Row) => ReactNode
  /** Whether a narrow window leaves it out, where a row is a card. */
  isDetail?: boolean
}

interface Props<Row> {
  /** Describes the table to screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** For rows that can be selected. */
  selecting?: { selection: Selection; nameOf: (row: Row) => string } | undefined
  children?: ReactNode
}

/** A table whose rows become cards in a narrow window. */
export function DataTable<Row>({ caption, columns, rows, rowKey, selecting, children }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {selecting && (
              <th className="select-cell" scope="col">
                <SelectBox
                  label={`Select all ${caption.toLowerCase()}`}
                  isSelected={selecting.selection.ids.size === rows.length}
                  isPartly={selecting.selection.ids.size > 0 && selecting.selection.ids.size < rows.length}
                  onToggle={selecting.selection.toggleAll}
                />
              </th>
            )}
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
              {selecting && (
                <td className="select-cell">
                  <SelectBox
                    label={`Select ${selecting.nameOf(row)}`}
                    isSelected={selecting.selection.ids.has(rowKey(row))}
                    onToggle={(isRange) => selecting.selection.toggle(rowKey(row), isRange)}
                  />
                </td>
              )}
              {columns.map(({ label, cell, isDetail }) => (
                <td key={label} data-label={label} className={isDetail ? 'wide-only' : undefined}>
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
