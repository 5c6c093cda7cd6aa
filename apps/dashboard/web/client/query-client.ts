import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const mayPass = (error: unknown) => !(error instanceof ApiError) || error.status >= 500

/** What pages have read, kept while it is fresh. A refusal is final, a fault is tried once more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && mayPass(error),
    },
  },
})
