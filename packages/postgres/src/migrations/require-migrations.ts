import type { Pool } from 'pg'
import { findPendingFiles, type MigrationSet } from './apply-migrations.ts'

const insufficientPrivilege = '42501'
const command = 'run `waypost migrate`'

/**
 * Ensures that the database has everything that a process was written for, so that one that comes before its migration
 * says so instead of failing in its first query.
 *
 * @throws an error that names the first missing migration and the command to run
 */
export async function requireMigrations(pool: Pool, sets: Omit<MigrationSet, 'parameters'>[]): Promise<void> {
  for (const set of sets) {
    const [first, ...others] = await findPendingFiles(pool, set).catch((cause: unknown) => {
      // Of a version whose processes did not check.
      if ((cause as { code?: string }).code !== insufficientPrivilege) throw cause
      throw new Error(`the database is older than this process: ${command}`, { cause })
    })
    if (first === undefined) continue
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    throw new Error(`the database lacks ${set.schema}/${set.name}/${first}${more}: ${command}`)
  }
}
