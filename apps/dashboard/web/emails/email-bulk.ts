import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { loadChoices } from '../client/load-choices.ts'
import type { BulkAction } from '../lists/bulk-action.ts'
import type { Folder } from './email-queries.ts'

type Row = AliasApi.Email

const mark = (isRead: boolean) => (email: Row) => alias.emails.update(email.id, { isRead })
const remove = ({ id }: Row) => alias.emails.delete(id)
const restore = ({ id }: Row) => alias.emails.restore(id)
const emailsOf = ({ thread }: Row) => thread?.emails ?? 1
const unreadOf = ({ type, isRead, thread }: Row) => thread?.unread ?? (type === 'received' && !isRead ? 1 : 0)
const count = (emails: number) => (emails === 1 ? '1 email' : `${emails} emails`)

/** What can be done with several emails of a folder at once. A row that stands for a conversation stands for all its emails. */
export function emailBulk(folder: Folder): BulkAction<Row>[] {
  if (folder === 'deleted')
    return [
      {
        label: 'Restore',
        act: restore,
        undo: remove,
        done: (restored) => `${count(restored.length)} restored`,
      },
    ]
  const whole = forThreads(folder)
  return [
    {
      label: 'Mark as read',
      isFor: (row) => unreadOf(row) > 0,
      ...whole(
        'marked as read',
        mark(true),
        mark(false),
        ({ type, isRead }) => type === 'received' && !isRead,
      ),
    },
    {
      label: 'Mark as unread',
      isFor: (row) => row.type === 'received' && unreadOf(row) === 0,
      act: mark(false),
      undo: mark(true),
      done: (unread) => `${count(unread.length)} marked as unread`,
    },
    {
      label: 'Delete',
      ...whole('deleted', remove, restore),
    },
  ]
}

type Act = (email: Row) => Promise<unknown>

/**
 * Does something to each email of a conversation, says for how many, and undoes it for those. Spam that names other mail takes
 * none of it along.
 */
function forThreads(folder: Folder) {
  const load = async (row: Row): Promise<Row[]> => {
    if (emailsOf(row) === 1) return [row]
    const ofList = { threadId: row.threadId, isSpam: folder === 'spam' }
    return loadChoices(alias.emails.list({ ...ofList, limit: 100 }))
  }
  return (what: string, act: Act, undo: Act, isFor: (email: Row) => boolean = () => true) => {
    const acted = new Map<string, Row[]>()
    const actedOn = (row: Row) => acted.get(row.id) ?? []
    return {
      act: async (row: Row) => {
        const emails = (await load(row)).filter(isFor)
        acted.set(row.id, [])
        for (const email of emails) {
          await act(email)
          actedOn(row).push(email)
        }
      },
      undo: async (row: Row) => {
        for (const email of actedOn(row)) await undo(email)
      },
      done: (rows: Row[]) => `${count(rows.flatMap(actedOn).length)} ${what}`,
    }
  }
}
