import { queryOptions } from '@tanstack/react-query'
import { listDrafts } from './drafts.ts'

/** The drafts of an account in this browser. Those of another window are seen when this one is returned to. */
export const draftsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['drafts', accountId],
    queryFn: () => listDrafts(accountId),
    staleTime: 0,
    networkMode: 'always',
  })
