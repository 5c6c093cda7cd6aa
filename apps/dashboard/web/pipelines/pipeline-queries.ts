import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadChoices } from '../client/load-choices.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const pipelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipelines', id],
    queryFn: () => automation.pipelines.get(id),
  })

/** @param q a part of the name */
export const loadPipelines = (query: PageQuery, q?: string) =>
  loadPage(automation.pipelines.list({ ...query, q }))

/** All pipelines, whose names lists of runs show. */
export const pipelineChoices = queryOptions({
  queryKey: ['pipelines', 'choices'],
  queryFn: () => loadChoices(automation.pipelines.list({ limit: 100 })),
})

/** @param pipelineId undefined: of all pipelines */
export const loadPipelineRuns = (pipelineId: string | undefined, query: PageQuery) =>
  loadPage(automation.pipelineRuns.list({ ...query, pipelineId }))

export const pipelineRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipeline-runs', id],
    queryFn: () => automation.pipelineRuns.get(id),
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? 1_500 : false),
  })
