import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'

/** The session of this browser; null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: accounts.findSession,
  staleTime: 60_000,
})

export const useSession = () => useSuspenseQuery(sessionQuery).data
