import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: () => automation.schedules.get(id),
    refetchInterval: 15_000,
  })

export const loadSchedules = (query: PageQuery) => loadPage(automation.schedules.list(query))

export const loadScheduleRuns = (id: string, query: PageQuery) =>
  loadPage(automation.schedules.runs(id, query))
