import { findOutdated, migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { EnvironmentError } from './parse-environment.ts'

/**
 * The command that brings databases up to date, one after the other; with `--check` it says what there is to do, does
 * nothing, and ends with code 1 where that is anything. What goes wrong is one message, and code 1.
 *
 * @param read the databases and their URLs; may throw an EnvironmentError
 */
export async function runMigrations(
  read: () => { url: string; database: ServiceDatabase }[],
  options: string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const isCheck = options.includes('--check')
    const unknown = options.filter((option) => option !== '--check')
    if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')} (there is --check)`)
    const lines: string[] = []
    for (const { url, database } of read())
      lines.push(...(await (isCheck ? findOutdated : migrateDatabase)(url, database)))
    for (const line of lines) process.stdout.write(`${isCheck ? 'to do' : 'applied'}: ${line}\n`)
    if (!isCheck || lines.length === 0) process.stdout.write('The database is up to date.\n')
    else process.exitCode = 1
  } catch (error) {
    const isOurs = error instanceof EnvironmentError
    process.stderr.write(
      `${isOurs ? error.message : `could not migrate: ${error instanceof Error ? error.message : error}`}\n`,
    )
    process.exitCode = 1
  }
}
