import { queryOptions } from '@tanstack/react-query'
import { automation, type Execution } from '../client/automation.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: ['executions', id],
    queryFn: () => call(automation.GET('/api/v1/executions/{id}', { params: { path: { id } } })),
  })

export interface ExecutionFilter {
  automationId?: string
  status?: Execution['status']
}

export async function loadExecutions(filter: ExecutionFilter, query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    automation.GET('/api/v1/executions', { params: { query: { ...filter, ...query } } }),
  )
  return toPage(data, headers)
}

export const hasEnded = ({ status }: Pick<Execution, 'status'>) =>
  status === 'completed' || status === 'failed'
