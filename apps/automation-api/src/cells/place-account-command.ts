import { setTimeout } from 'node:timers/promises'
import type { Command } from '@waypost/commands'
import { openDatabase } from '@waypost/postgres'
import type { readMigrationEnv } from '../env.ts'
import { placeAccount } from './place-account.ts'

const requestsEndWithinMs = 30_000

export const placeAccountCommand = (
  readEnv: () => Pick<ReturnType<typeof readMigrationEnv>, 'DATABASE_URL' | 'AUTOMATION_CELLS'>,
): Command => ({
  name: 'place-account',
  summary: 'Have a cell of the automation service serve an account that has nothing there yet',
  parameters: '<account> <cell>',
  failure: 'could not place the account',
  async run({ parameters: [accountId, cellName] }) {
    const { DATABASE_URL: url, AUTOMATION_CELLS: cells } = readEnv()
    const named = cells.find(({ name }) => name === cellName)
    if (!named) throw new Error(`AUTOMATION_CELLS has no cell ${cellName}`)
    const options = { applicationName: 'place-account', maxConnections: 1 }
    const home = openDatabase({ ...options, url })
    const cell = openDatabase({ ...options, url: named.url })
    try {
      const wasThere = await placeAccount(
        { home: home.db, cell: cell.db, cellName: named.name, pause: () => setTimeout(requestsEndWithinMs) },
        accountId!,
      )
      return { lines: [`${accountId} is ${wasThere ? '' : 'now '}in the cell ${named.name}.`] }
    } finally {
      await Promise.all([home.close(), cell.close()])
    }
  },
})
