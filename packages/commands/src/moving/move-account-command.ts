import { setTimeout } from 'node:timers/promises'
import type { NamedCell } from '@waypost/http'
import { openDatabase, type Database } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import type { Command } from '../run-commands.ts'
import { moveAccount } from './move-account.ts'
import type { MovedService } from './moved-service.ts'

/** How an operator names the first database. */
const first = 'first'
// Longer than a request is worked on after it was admitted for the last time.
const requestsEndWithinMs = 30_000
const jobsEndWithinMs = 900_000
const copyWaitsForMs = 60_000
// A transaction of each database, what is read beside it, and the step that is recorded meanwhile.
const maxConnections = 3

/** @param read the databases of each service that has cells, by its name */
export const moveAccountCommand = (
  read: () => Record<string, { service: MovedService; url: string; cells: NamedCell[] }>,
): Command => ({
  name: 'move-account',
  summary:
    'Move an account of a service with all of its data to a cell, or to the first database; may be repeated',
  parameters: `<service> <account> <cell|${first}>`,
  failure: 'could not move the account',
  async run({ parameters: [name, accountId, place] }) {
    const services = read()
    const found = services[name!]
    if (!found) throw new Error(`there is no service ${name}, but ${Object.keys(services).join(' and ')}`)
    const { service, url, cells } = found
    if (place !== first && !cells.some((cell) => cell.name === place))
      throw new Error(`${name!.toUpperCase()}_CELLS has no cell ${place}`)
    const options = { applicationName: 'move-account', maxConnections }
    const open = new Map<string, Database>()
    const openOnce = (of: string): Database['db'] => {
      const known = open.get(of) ?? openDatabase({ ...options, url: of })
      open.set(of, known)
      return known.db
    }
    const lock = openDatabase({ ...options, url, maxConnections: 1 })
    try {
      // Held by the only connection until that is closed.
      const { rows } = await lock.db.execute<{ is_mine: boolean }>(
        sql`select pg_try_advisory_lock(hashtextextended(${`move ${name} ${accountId}`}, 0)) as is_mine`,
      )
      if (!rows[0]!.is_mine) throw new Error(`${accountId} is being moved`)
      const findCell = (wanted: string): Database['db'] => {
        const cell = cells.find((each) => each.name === wanted)
        if (!cell) throw new Error(`${name!.toUpperCase()}_CELLS has no cell ${wanted}`)
        return openOnce(cell.url)
      }
      const pause = () => setTimeout(requestsEndWithinMs)
      const lines: string[] = []
      const moving = {
        service,
        home: openOnce(url),
        findCell,
        pause,
        jobsEndWithinMs,
        copyWaitsForMs,
        onCopyLost: (reason: string) =>
          void lines.push(`${accountId} was copied again while it was closed: ${reason}.`),
      }
      const wasThere = await moveAccount(moving, accountId!, place === first ? null : place!)
      const where = place === first ? 'first database' : `cell ${place}`
      return { lines: [...lines, `${accountId} is ${wasThere ? '' : 'now '}in the ${where} of ${name}.`] }
    } finally {
      await Promise.all([...open.values(), lock].map((database) => database.close()))
    }
  },
})
