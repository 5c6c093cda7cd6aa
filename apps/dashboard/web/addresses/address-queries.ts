import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadChoices } from '../client/load-choices.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export type AddressStatus = 'active' | 'expired'

export interface AddressSearch {
  status?: AddressStatus
  /** A part of the alias or of its label. */
  q?: string
}

export const loadAddresses = (search: AddressSearch, query: PageQuery) =>
  loadPage(alias.addresses.list({ ...query, ...search, include: 'activity' }))

export const addressQuery = (id: string) =>
  queryOptions({ queryKey: ['addresses', id], queryFn: () => alias.addresses.get(id) })

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
