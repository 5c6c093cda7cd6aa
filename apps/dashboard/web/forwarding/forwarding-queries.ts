import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export async function loadDestinations({ limit, offset = 0 }: PageQuery) {
  const { data, headers } = await callWithHeaders(
    alias.GET('/api/v1/forwarding-addresses', { params: { query: { limit, offset } } }),
  )
  const page = toPage(data.data.addresses, headers, data.data.total)
  const nextOffset = offset + limit
  return { ...page, next: nextOffset < data.data.total ? { limit, offset: nextOffset } : undefined }
}

/** Those that mail can be forwarded to now. */
export const destinationChoices = queryOptions({
  queryKey: ['forwarding-addresses', 'choices'],
  queryFn: async () => (await loadDestinations({ limit: 100 })).items.filter(({ isVerified }) => isVerified),
})
