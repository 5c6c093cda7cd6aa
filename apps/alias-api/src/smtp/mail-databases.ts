import { createHints, type Credential } from '@waypost/http'
import { normaliseAddress } from '../addresses/live-address.ts'
import { askMailDirectory } from '../cells/ask-directory.ts'
import { isHosted } from '../domains/is-hosted.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { Receiver } from './find-receivers.ts'
import type { MailDatabase } from './mail-database.ts'
import { tryLater } from './refusal.ts'

/** The databases of the service, as mail is taken into them. Each rejects with `tryLater` where one that may have it is away. */
export interface MailDatabases {
  /** Whether there are more than the first. */
  hasCells: boolean
  /**
   * The alias of an address, whether or not it receives mail, and its database; undefined where there is none, or one of a former
   * owner of its domain.
   */
  findAlias(address: string): Promise<FoundAlias | undefined>
  /** The database that has the rules and the roles of a domain. */
  findDomain(domain: string): Promise<MailDatabase>
  /** Looks for what no directory has, in all of them at once. */
  findAnywhere<Found>(
    find: (database: MailDatabase) => Promise<Found | undefined>,
  ): Promise<{ database: MailDatabase; found: Found } | undefined>
}

interface FoundAlias {
  database: MailDatabase
  receiver: Receiver
}

/** The cells of the service by their names. */
export interface MailCells {
  names: string[]
  /** Undefined while it is away. */
  find(name: string): MailDatabase | undefined
}

/** The only database of the service. */
export function oneMailDatabase(database: MailDatabase): MailDatabases {
  return {
    hasCells: false,
    async findAlias(address) {
      const receiver = await database.findReceiver(address)
      if (receiver?.isElsewhere) throw tryLater()
      return receiver && !receiver.isFormer ? { database, receiver } : undefined
    },
    findDomain: async () => database,
    async findAnywhere(find) {
      const found = await find(database)
      return found && { database, found }
    },
  }
}

/** The first database and its cells. What the directory says of an address is remembered, as for requests to the API. */
export function withMailCells(first: MailDatabase, cells: MailCells): MailDatabases {
  const hints = createHints((asked) => askMailDirectory(first.services.db)(asked as Credential[]))
  const at = (cell: string | null): MailDatabase => {
    const database = cell === null ? first : cells.find(cell)
    if (!database) throw tryLater()
    return database
  }
  const findAt = async (cell: string | null, address: string) => {
    const database = at(cell)
    return { database, receiver: await database.findReceiver(address) }
  }
  /** Whether an account of another database has the domain of an alias that is stopped. */
  const isFormerElsewhere = async ({ isStopped }: Receiver, cell: string | null, domain: string) => {
    if (!isStopped) return false
    const holder = await hints.ask(`domain ${domain}`)
    return holder !== cell && isHosted(at(holder).services.db, domain)
  }
  return {
    hasCells: true,
    async findAlias(given) {
      const address = normaliseAddress(given)
      const domain = domainOf(address)
      const asked: Credential = `address ${address}`
      const hint = await hints.get(asked)
      const { database, receiver } = await findAt(hint, address)
      if (receiver && !receiver.isElsewhere && !receiver.isStopped) {
        hints.prove(asked)
        return { database, receiver }
      }
      const cell = await hints.ask(asked)
      const found = cell === hint ? { database, receiver } : await findAt(cell, address)
      // Its account is being moved.
      if (found.receiver?.isElsewhere) throw tryLater()
      if (!found.receiver || found.receiver.isFormer) return undefined
      if (await isFormerElsewhere(found.receiver, cell, domain)) return undefined
      return { database: found.database, receiver: found.receiver }
    },
    // Nothing would notice that it is asked of the wrong one.
    findDomain: async (domain) => at(await hints.ask(`domain ${domain}`)),
    async findAnywhere(find) {
      const open = cells.names.map((name) => cells.find(name))
      const asked = [first, ...open].filter((database) => database !== undefined)
      const answers = await Promise.allSettled(asked.map(find))
      for (const [index, answer] of answers.entries())
        if (answer.status === 'fulfilled' && answer.value !== undefined)
          return { database: asked[index]!, found: answer.value }
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (failed) throw failed.reason
      if (open.includes(undefined)) throw tryLater()
      return undefined
    },
  }
}
