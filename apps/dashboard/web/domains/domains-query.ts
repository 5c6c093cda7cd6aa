import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { call } from '../client/call.ts'

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async () => (await call(alias.GET('/api/v1/domains'))).data,
})
