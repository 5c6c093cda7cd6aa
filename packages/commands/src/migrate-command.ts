import { findOutdated, migrateDatabase, describeError, type ServiceDatabase } from '@waypost/postgres'
import type { Command } from './run-commands.ts'

interface MigratedDatabase {
  url: string
  database: ServiceDatabase
  /** Its name where it is not the first of the service, such as `automation/c1`. */
  cell?: string
}

/**
 * The command `waypost migrate` for one or several databases, one after the other. A cell that fails, such as one that is away,
 * keeps none of the others from being migrated.
 *
 * @param read the databases and their URLs; may throw an `EnvironmentError`
 */
export const migrateCommand = (read: () => MigratedDatabase[]): Command => ({
  name: 'migrate',
  summary: 'Migrate the database, also while processes of the version before run; may be repeated',
  flags: {
    check: 'Say what there is to do and do nothing; code 1 where that is anything',
    citus: 'Put each service on a worker of a Citus cluster, by the URL of its coordinator',
  },
  failure: 'could not migrate',
  async run({ flags }) {
    const isCheck = flags.has('check')
    const work = isCheck ? findOutdated : migrateDatabase
    const done: string[] = []
    const failed: string[] = []
    for (const { url, database, cell } of read()) {
      try {
        const parts = await work(url, database, { citus: flags.has('citus') })
        done.push(...(cell ? parts.map((part) => `${cell}: ${part}`) : parts))
      } catch (error) {
        if (!cell) throw error
        failed.push(`failed: ${cell}: ${describeError(error)}`)
      }
    }
    const lines = [...done.map((line) => `${isCheck ? 'to do' : 'applied'}: ${line}`), ...failed]
    const isLeft = failed.length > 0 || (isCheck && lines.length > 0)
    return { lines: isLeft ? lines : [...lines, 'The database is up to date.'], isLeft }
  },
})
