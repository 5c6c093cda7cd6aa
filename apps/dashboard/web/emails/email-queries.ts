import type { AliasApi } from '@waypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { loadPage, type Page, type PageQuery } from '../client/page.ts'

export const folders = {
  inbox: 'Received',
  starred: 'Starred',
  sent: 'Sent',
  withheld: 'Withheld',
  spam: 'Spam',
  deleted: 'Deleted',
} as const
export type Folder = keyof typeof folders

const filters = {
  inbox: { type: 'received', isSpam: false },
  starred: { isStarred: true },
  withheld: { isWithheld: true, isSpam: false },
  spam: { isSpam: true },
  sent: { type: 'sent', isSpam: false },
  deleted: { isDeleted: true },
} as const

/** A star is of one email, as is a forward, and what is deleted is restored one by one. */
const oneByOne = new Set<Folder>(['starred', 'withheld', 'deleted'])

/**
 * The newest email of each conversation in a folder. A search finds single emails, as do the folders that are about single ones.
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
      collapseThreads: q === undefined && !oneByOne.has(folder),
    }),
  )

export const emailQuery = (id: string) =>
  queryOptions({
    queryKey: ['emails', id],
    queryFn: () => alias.emails.get(id),
  })

/**
 * The newest emails of a conversation, received and sent, 100 on each page. New ones appear by themselves.
 *
 * @param pages how many pages: all of them are loaded again each time, so that none is missing where a new email has come
 */
export const threadQuery = (threadId: string, pages: number) =>
  queryOptions({
    queryKey: ['emails', 'thread', threadId, pages],
    queryFn: () => loadThread(threadId, pages),
    refetchInterval: pages === 1 ? 5_000 : 30_000,
  })

async function loadThread(threadId: string, pages: number): Promise<Page<AliasApi.Email>> {
  const load = (place: PageQuery) => loadPage(alias.emails.list({ threadId, ...place }))
  let last = await load({ limit: 100 })
  const items = [...last.items]
  const { total } = last
  for (let page = 1; page < pages && last.next; page += 1) {
    last = await load(last.next)
    items.push(...last.items)
  }
  return { items, total, next: last.next }
}
