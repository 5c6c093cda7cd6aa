import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page, PageQuery } from '../client/page.ts'

/**
 * Loads one page of a list at a time: forwards by the service's cursor, and back by the cursors of the pages before. It
 * is as fast with 100,000 rows as with ten.
 *
 * @param key the query key of the list; another key starts at the first page
 */
export function usePages<Item>(
  key: readonly unknown[],
  load: (query: PageQuery) => Promise<Page<Item>>,
  { limit = 20, refetchInterval }: { limit?: number; refetchInterval?: number } = {},
) {
  const name = JSON.stringify(key)
  const [place, setPlace] = useState<{ of: string; way: PageQuery[] }>({ of: name, way: [] })
  const way = place.of === name ? place.way : []
  const current = way.at(-1) ?? { limit }
  const query = useQuery({
    queryKey: [...key, current],
    queryFn: () => load(current),
    placeholderData: keepPreviousData,
    // Only the first page changes by itself.
    ...(refetchInterval !== undefined && way.length === 0 && { refetchInterval }),
  })
  const next = query.data?.next
  return {
    ...query,
    number: way.length,
    from: way.length * limit,
    hasPrevious: way.length > 0,
    goBack: () => setPlace({ of: name, way: way.slice(0, -1) }),
    goOn: next ? () => setPlace({ of: name, way: [...way, next] }) : undefined,
  }
}
