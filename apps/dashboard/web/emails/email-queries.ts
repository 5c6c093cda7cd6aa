import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'

export const folders = {
  inbox: 'Received',
  starred: 'Starred',
  sent: 'Sent',
  spam: 'Spam',
  deleted: 'Deleted',
} as const
export type Folder = keyof typeof folders

const filters = {
  inbox: { type: 'received', isSpam: false },
  starred: { isStarred: true },
  spam: { isSpam: true },
  sent: { type: 'sent' },
  deleted: { isDeleted: true },
} as const

/**
 * The newest email of each conversation in a folder. A search finds single emails, a star is of one, and what is deleted is restored one by one.
 *
 * @param q a part of the sender, the subject or the text
 */
export const loadEmails = (folder: Folder, addressId: string | undefined, query: PageQuery, q?: string) =>
  loadPage(
    alias.emails.list({
      ...query,
      ...filters[folder],
      addressId,
      q,
      include: 'alias',
      collapseThreads: q === undefined && folder !== 'deleted' && folder !== 'starred',
    }),
  )

export const emailQuery = (id: string) =>
  queryOptions({
    queryKey: ['emails', id],
    queryFn: () => alias.emails.get(id),
  })

/** The newest 100 emails of a conversation, received and sent. New ones appear by themselves. */
export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['emails', 'thread', threadId],
    queryFn: () => loadPage(alias.emails.list({ threadId, limit: 100 })),
    refetchInterval: 5_000,
  })
