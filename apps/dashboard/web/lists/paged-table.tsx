import type { ReactNode } from 'react'
import type { Page, PageQuery } from '../client/page.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { usePages } from './use-pages.ts'

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
}

/** A table that loads one page at a time. */
export function PagedTable<Row>(props: Props<Row>) {
  const { caption, queryKey, load, columns, rowKey, empty, limit, refetchInterval } = props
  const options = {
    ...(limit !== undefined && { limit }),
    ...(refetchInterval !== undefined && { refetchInterval }),
  }
  const { data, error, refetch, from, hasPrevious, goBack, goOn } = usePages(queryKey, load, options)
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
  if (data.items.length === 0 && !hasPrevious && !goOn) return empty
  return (
    <DataTable caption={caption} columns={columns} rows={data.items} rowKey={rowKey}>
      <Pager
        from={from}
        count={data.items.length}
        total={data.total}
        goBack={hasPrevious ? goBack : undefined}
        goOn={goOn}
      />
    </DataTable>
  )
}
