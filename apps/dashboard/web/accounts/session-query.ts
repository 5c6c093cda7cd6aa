import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'

/** Who is signed in; null where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: accounts.findSession,
  staleTime: 60_000,
})

export const useSession = () => useSuspenseQuery(sessionQuery).data
