import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { loadChoices } from '../client/load-choices.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export const pipelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipelines', id],
    queryFn: () => call(automation.GET('/api/v1/pipelines/{id}', { params: { path: { id } } })),
  })

export async function loadPipelines(query: PageQuery) {
  const { data, headers } = await callWithHeaders(automation.GET('/api/v1/pipelines', { params: { query } }))
  return toPage(data, headers)
}

/** For choosing one of them. */
export const pipelineChoices = queryOptions({
  queryKey: ['pipelines', 'choices'],
  queryFn: () => loadChoices(loadPipelines),
})

/** @param pipelineId undefined: of all pipelines */
export async function loadPipelineRuns(pipelineId: string | undefined, query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    automation.GET('/api/v1/pipeline-runs', {
      params: { query: { ...query, ...(pipelineId !== undefined && { pipelineId }) } },
    }),
  )
  return toPage(data, headers)
}

export const pipelineRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipeline-runs', id],
    queryFn: () => call(automation.GET('/api/v1/pipeline-runs/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? 1_500 : false),
  })
