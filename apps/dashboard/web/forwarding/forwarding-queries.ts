import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const loadDestinations = (query: PageQuery) => loadPage(alias.forwardingAddresses.list(query))

/** The verified mailboxes, to which mail can be forwarded. */
export const destinationChoices = queryOptions({
  queryKey: ['forwarding-addresses', 'choices'],
  queryFn: async () => (await loadDestinations({ limit: 100 })).items.filter(({ isVerified }) => isVerified),
})
