import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const folders = { inbox: 'Received', spam: 'Spam', sent: 'Sent', deleted: 'Deleted' } as const
export type Folder = keyof typeof folders

const filters = {
  inbox: { type: 'received', isSpam: false },
  spam: { isSpam: true },
  sent: { type: 'sent' },
  deleted: { isDeleted: true },
} as const

/** @param q a part of the sender, the subject or the text */
export const loadEmails = (folder: Folder, addressId: string | undefined, query: PageQuery, q?: string) =>
  loadPage(alias.emails.list({ ...query, ...filters[folder], addressId, q, include: 'alias' }))

export const emailQuery = (id: string) =>
  queryOptions({
    queryKey: ['emails', id],
    queryFn: () => alias.emails.get(id),
  })
