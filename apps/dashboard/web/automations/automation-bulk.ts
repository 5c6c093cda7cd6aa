import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import type { BulkAction } from '../lists/bulk-action.ts'

type Row = AutomationApi.ListedAutomation

const count = (automations: number) => (automations === 1 ? '1 automation' : `${automations} automations`)

/** What can be done with several automations at once. */
export const automationBulk: { actions: BulkAction<Row>[]; nameOf: (row: Row) => string } = {
  nameOf: ({ name }) => name,
  actions: [
    {
      label: 'Delete',
      act: ({ id }) => automation.automations.delete(id),
      confirm: {
        title: (chosen) => `Delete ${count(chosen)}?`,
        text: 'This also deletes their runs, screenshots and versions. Active runs are stopped.',
        button: 'Delete',
      },
      done: (deleted) => `${count(deleted.length)} deleted`,
    },
  ],
}
