import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { call } from '../client/call.ts'

/** The plan, and what it allows. */
export const aliasAccountQuery = queryOptions({
  queryKey: ['alias-account'],
  queryFn: async () => (await call(alias.GET('/api/v1/account'))).data,
  staleTime: 60_000,
})
