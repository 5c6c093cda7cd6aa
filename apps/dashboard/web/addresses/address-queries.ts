import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { loadChoices } from '../client/load-choices.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export type AddressStatus = 'active' | 'expired'

export async function loadAddresses(status: AddressStatus | undefined, query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    alias.GET('/api/v1/addresses', { params: { query: { ...query, ...(status && { status }) } } }),
  )
  return toPage(data.data.addresses, headers, data.data.total)
}

/** For choosing one of them: the newest that receive mail. */
export const addressChoices = queryOptions({
  queryKey: ['addresses', 'choices'],
  queryFn: () => loadChoices((query) => loadAddresses('active', query)),
})

export const platformDomainsQuery = queryOptions({
  queryKey: ['platform-domains'],
  queryFn: async () => (await call(alias.GET('/api/v1/platform-domains'))).data,
  staleTime: 600_000,
})
