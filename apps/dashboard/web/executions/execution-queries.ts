import type { AutomationApi } from '@waypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: ['executions', id],
    queryFn: () => automation.executions.get(id),
  })

/** The values that a run was given, without secret ones. */
export const variablesQuery = (id: string) =>
  queryOptions({
    queryKey: ['executions', id, 'variables'],
    queryFn: () => automation.executions.variables(id),
  })

export const artifactsQuery = (id: string) =>
  queryOptions({
    queryKey: ['executions', id, 'artifacts'],
    queryFn: () => automation.executions.artifacts(id),
  })

/** Runs that wait for the owner, asked for again while a page shows them. */
export const waitingQuery = queryOptions({
  queryKey: ['executions', 'waiting'],
  queryFn: () => loadPage(automation.executions.list({ waiting: 'true', limit: 5 })),
  refetchInterval: 15_000,
})

export interface ExecutionFilter {
  automationId?: string
  status?: AutomationApi.Execution['status']
  /** A part of the automation's name or of the error. */
  q?: string
}

export const loadExecutions = (filter: ExecutionFilter, query: PageQuery) =>
  loadPage(automation.executions.list({ ...filter, ...query }))

/** The newest run of an automation; null: it was not run yet. */
export const lastRunQuery = (automationId: string) =>
  queryOptions({
    queryKey: ['executions', 'last', automationId],
    queryFn: async () => (await loadExecutions({ automationId }, { limit: 1 })).items[0] ?? null,
    refetchInterval: 5_000,
  })

export const hasEnded = ({ status }: Pick<AutomationApi.Execution, 'status'>) =>
  status === 'completed' || status === 'failed'
