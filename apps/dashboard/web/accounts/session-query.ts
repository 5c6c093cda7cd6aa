import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'
import { ApiError } from '../client/api-error.ts'

/** Who is signed in; null where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return await accounts.getSession()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

export const useSession = () => useSuspenseQuery(sessionQuery).data
