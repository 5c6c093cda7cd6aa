import { ApiError } from '@waypost/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { leaveForNow } from '../accounts/leave.ts'
import { isSignedOut } from './describe-error.ts'

const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status >= 500

const onError = (error: Error) => {
  if (isSignedOut(error)) leaveForNow()
}

/**
 * Caches the results of queries for 5 seconds. A query is retried once where it got no response or a 5xx; a mutation is
 * never retried. A response that says that nobody is signed in leads to the sign-in.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && mayPass(error),
    },
  },
})
