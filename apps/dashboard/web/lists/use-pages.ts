import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Page, PageQuery } from '../client/page.ts'

type Way = PageQuery[]

// The ways to the pages that were shown, by the entry of the browser's history: back leads to the same page of a list.
const ways = new Map<string, Way>()
const mostWays = 100
/** How the router names an entry of the history. */
const entryKey = '__TSR_key'

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
  const place = `${useLocation({ select: ({ state }) => state[entryKey] })} ${name}`
  const [, show] = useState<Way>()
  const way = ways.get(place) ?? []
  const go = (to: Way) => {
    ways.delete(place)
    ways.set(place, to)
    if (ways.size > mostWays) ways.delete(ways.keys().next().value!)
    show(to)
  }
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
    goBack: () => go(way.slice(0, -1)),
    goOn: next ? () => go([...way, next]) : undefined,
  }
}
