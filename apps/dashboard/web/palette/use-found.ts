import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Service } from '../services/service.ts'
import { useSettled } from '../choices/use-settled.ts'
import { finders } from './find-entries.ts'
import type { PaletteGroup } from './palette-entry.ts'

interface Found {
  groups: PaletteGroup[]
  isSearching: boolean
  /** The services that did not answer. */
  failed: Service[]
}

const pauseMs = 150
const least = 2

/** What both services have that a text names; they are asked once the text stays the same for a moment. */
export function useFound(text: string): Found {
  const wanted = useSettled(text.trim(), pauseMs)
  const isAsked = wanted.length >= least
  const query = (service: Service) => ({
    queryKey: ['palette', service, wanted],
    queryFn: () => finders[service](wanted),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const automation = useQuery(query('automation'))
  const alias = useQuery(query('alias'))
  if (!isAsked) return { groups: [], isSearching: false, failed: [] }
  return {
    groups: [...(automation.data ?? []), ...(alias.data ?? [])],
    isSearching: automation.isFetching || alias.isFetching || wanted !== text.trim(),
    failed: [automation.error && ('automation' as const), alias.error && ('alias' as const)].filter(
      (service) => service !== null,
    ),
  }
}
