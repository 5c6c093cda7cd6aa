import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page, PageQuery } from '../client/page.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import type { BulkAction } from './bulk-action.ts'
import { DataTable, type Column } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { usePages } from './use-pages.ts'
import { useSelection } from './use-selection.ts'

interface Props<Row> {
  caption: string
  queryKey: readonly unknown[]
  load: (query: PageQuery) => Promise<Page<Row>>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** Shown instead of an empty table. */
  empty: ReactNode
  limit?: number
  /** In milliseconds, for lists that change without the user. */
  refetchInterval?: number
  /** What can be done with several rows at once. Without it, rows cannot be selected. */
  bulk?: { actions: BulkAction<Row>[]; nameOf: (row: Row) => string }
}

/** A table that loads one page at a time. */
export function PagedTable<Row>(props: Props<Row>) {
  const { caption, queryKey, load, columns, rowKey, empty, limit, refetchInterval, bulk } = props
  const options = {
    ...(limit !== undefined && { limit }),
    ...(refetchInterval !== undefined && { refetchInterval }),
  }
  const { data, error, refetch, from, hasPrevious, goBack, goOn } = usePages(queryKey, load, options)
  const client = useQueryClient()
  const rows = data?.items ?? []
  const selection = useSelection(rows.map(rowKey))
  const selected = rows.filter((row) => selection.ids.has(rowKey(row)))
  if (error)
    return (
      <div className="stack">
        <ErrorNote error={error} />
        <div className="row">
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      </div>
    )
  if (!data) return <TableSkeleton columns={columns} rows={Math.min(limit ?? 20, 8)} />
  if (rows.length === 0 && !hasPrevious && !goOn) return empty
  return (
    <>
      {bulk && selected.length > 0 && (
        <SelectionBar
          rows={selected}
          actions={bulk.actions}
          refresh={() => client.invalidateQueries({ queryKey: queryKey.slice(0, 1) })}
          selection={selection}
          shown={rows.length}
        />
      )}
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        selecting={bulk && { selection, nameOf: bulk.nameOf }}
      >
        <Pager
          from={from}
          count={rows.length}
          total={data.total}
          goBack={hasPrevious ? goBack : undefined}
          goOn={goOn}
        />
      </DataTable>
    </>
  )
}
