import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadDestinations = (query: PageQuery) => loadPage(alias.forwardingAddresses.list(query))

/** Those that mail can be forwarded to now. */
export const destinationChoices = queryOptions({
  queryKey: ['forwarding-addresses', 'choices'],
  queryFn: async () => (await loadDestinations({ limit: 100 })).items.filter(({ isVerified }) => isVerified),
})
