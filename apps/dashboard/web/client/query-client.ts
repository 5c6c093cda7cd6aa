import { ApiError } from '@waypost/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { leaveForNow } from '../accounts/leave.ts'
import { isSignedOut } from './describe-error.ts'

const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status >= 500

const onError = (error: Error) => {
  if (isSignedOut(error)) leaveForNow()
}

/** Caches what pages load. A refused request (4xx) is final; a failed one is retried once. */
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
