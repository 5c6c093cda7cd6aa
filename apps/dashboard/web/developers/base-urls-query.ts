import { queryOptions } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'

/** Where programs reach the services. */
export const baseUrlsQuery = queryOptions({
  queryKey: ['base-urls'],
  queryFn: accounts.baseUrls,
  staleTime: Infinity,
})
