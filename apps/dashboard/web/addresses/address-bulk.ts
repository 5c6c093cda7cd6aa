import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import type { BulkAction } from '../lists/bulk-action.ts'

const isOver = ({ expiresAt }: AliasApi.Alias) => Date.parse(expiresAt) <= Date.now()
const activate = (isActive: boolean) => (address: AliasApi.Alias) =>
  alias.addresses.update(address.id, { isActive })
const count = (aliases: number) => (aliases === 1 ? '1 alias' : `${aliases} aliases`)

/** What can be done with several aliases at once. */
export const addressBulk: { actions: BulkAction<AliasApi.Alias>[]; nameOf: (row: AliasApi.Alias) => string } =
  {
    nameOf: ({ address }) => address,
    actions: [
      {
        label: 'Pause',
        isFor: (address) => address.isActive && !isOver(address),
        act: activate(false),
        undo: activate(true),
        done: (paused) => `${count(paused.length)} paused`,
      },
      {
        label: 'Resume',
        isFor: (address) => !address.isActive && address.isStopped !== true && !isOver(address),
        act: activate(true),
        undo: activate(false),
        done: (resumed) => `${count(resumed.length)} resumed`,
      },
      {
        label: 'Delete',
        act: ({ id }) => alias.addresses.delete(id),
        confirm: {
          title: (chosen) => `Delete ${count(chosen)}?`,
          text: 'This permanently deletes them and all their emails.',
          button: 'Delete',
        },
        done: (deleted) => `${count(deleted.length)} deleted`,
      },
    ],
  }
