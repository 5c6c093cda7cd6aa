import type { Logger } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { accounts } from '../db/tables.ts'
import type { Directory } from './directory.ts'

interface DirectoryOptions {
  /** The first database, once it is open. */
  home: Promise<Db>
  /** The database of a cell by its name; undefined while it is away. */
  findCell(name: string): Db | undefined
  logger: Logger
}

/** The directory as the first database has it, and as its cells see it. */
export function createDirectories({ home, findCell, logger }: DirectoryOptions): {
  ofFirst: Directory
  ofCells: Directory
} {
  const findDatabase = async (accountId: string): Promise<Db | undefined> => {
    const first = await home
    const [account] = await first
      .select({ cell: accounts.cell })
      .from(accounts)
      .where(eq(accounts.id, accountId))
    const cell = account?.cell ?? null
    return cell === null ? first : findCell(cell)
  }
  const shared = { findDatabase, warn: (err: unknown) => logger.warn({ err }, 'directory') }
  return {
    ofFirst: { ...shared, isCell: false, first: async (tx) => tx },
    ofCells: { ...shared, isCell: true, first: () => home },
  }
}
