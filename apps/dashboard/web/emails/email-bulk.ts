import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import type { BulkAction } from '../lists/bulk-action.ts'
import type { Folder } from './email-queries.ts'

type Row = AliasApi.Email

const mark = (isRead: boolean) => (email: Row) => alias.emails.update(email.id, { isRead })
const remove = ({ id }: Row) => alias.emails.delete(id)
const restore = ({ id }: Row) => alias.emails.restore(id)
const count = (emails: number) => (emails === 1 ? '1 email' : `${emails} emails`)

/** What can be done with several emails of a folder at once. */
export function emailBulk(folder: Folder): BulkAction<Row>[] {
  if (folder === 'deleted')
    return [
      {
        label: 'Restore',
        act: restore,
        undo: remove,
        done: (restored) => `${count(restored)} restored`,
      },
    ]
  return [
    {
      label: 'Mark as read',
      isFor: ({ type, isRead }) => type === 'received' && !isRead,
      act: mark(true),
      undo: mark(false),
      done: (read) => `${count(read)} marked as read`,
    },
    {
      label: 'Mark as unread',
      isFor: ({ type, isRead }) => type === 'received' && isRead,
      act: mark(false),
      undo: mark(true),
      done: (unread) => `${count(unread)} marked as unread`,
    },
    {
      label: 'Delete',
      act: remove,
      undo: restore,
      done: (deleted) => `${count(deleted)} deleted`,
    },
  ]
}
