import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: () => alias.domains.list(),
})
