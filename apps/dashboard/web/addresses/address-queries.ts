import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadChoices } from '../client/load-choices.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export type AddressStatus = 'active' | 'expired'

export const loadAddresses = (status: AddressStatus | undefined, query: PageQuery) =>
  loadPage(alias.addresses.list({ ...query, status }))

/** The newest active aliases, for a select field. */
export const addressChoices = queryOptions({
  queryKey: ['addresses', 'choices'],
  queryFn: () => loadChoices(alias.addresses.list({ status: 'active', limit: 100 })),
})

export const platformDomainsQuery = queryOptions({
  queryKey: ['platform-domains'],
  queryFn: () => alias.platformDomains.list(),
  staleTime: 600_000,
})
