import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { call, callWithHeaders } from '../client/call.ts'
import { toPage, type PageQuery } from '../client/page.ts'

export const folders = { inbox: 'Received', sent: 'Sent', deleted: 'Deleted' } as const
export type Folder = keyof typeof folders

const filters = {
  inbox: { type: 'received' },
  sent: { type: 'sent' },
  deleted: { is_deleted: 'true' },
} as const

export async function loadEmails(folder: Folder, addressId: string | undefined, query: PageQuery) {
  const { data, headers } = await callWithHeaders(
    alias.GET('/api/v1/emails', {
      params: { query: { ...query, ...filters[folder], ...(addressId && { address_id: addressId }) } },
    }),
  )
  return toPage(data.data, headers, data.total)
}

export const emailQuery = (id: string) =>
  queryOptions({
    queryKey: ['emails', id],
    queryFn: async () => (await call(alias.GET('/api/v1/emails/{id}', { params: { path: { id } } }))).data,
  })
