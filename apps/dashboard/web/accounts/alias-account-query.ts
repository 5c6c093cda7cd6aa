import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'

/** The account's plan and its limits. */
export const aliasAccountQuery = queryOptions({
  queryKey: ['alias-account'],
  queryFn: () => alias.account(),
  staleTime: 60_000,
})
