import type { AliasApi, AutomationApi } from '@waypost/sdk'
import { keepPreviousData, queryOptions, type Query } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { automation } from '../client/automation.ts'
import type { Period } from './overview-search.ts'

// A service that did not answer is asked again soon, so that the page recovers by itself.
const refetchInterval = ({ state }: Pick<Query, 'state'>) => (state.status === 'error' ? 10_000 : 60_000)

export const automationOverviewQuery = (days: Period) =>
  queryOptions<AutomationApi.Overview>({
    queryKey: ['overview', 'automation', days],
    queryFn: () => automation.overview({ days }),
    // Another period takes the place of the one before, without a page that is empty in between.
    placeholderData: keepPreviousData,
    refetchInterval,
  })

export const aliasOverviewQuery = (days: Period) =>
  queryOptions<AliasApi.Overview>({
    queryKey: ['overview', 'alias', days],
    queryFn: () => alias.overview({ days }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
