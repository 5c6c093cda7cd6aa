import { fileURLToPath } from 'node:url'
import type { MigrationSet } from '@waypost/postgres'

/**
 * The migrations that partition a service's existing `audit_logs` by month.
 *
 * @param roles `api` reads the log and deletes months; `producers` also write to it
 * @param whenRemoved SQL of a plpgsql function that runs before a month is deleted; the name of its table is in
 * `name`
 */
export function auditLogMigrations(
  schema: string,
  { api, producers = [] }: { api: string; producers?: string[] },
  whenRemoved = '',
): MigrationSet {
  return {
    name: 'retention',
    schema,
    directory: fileURLToPath(new URL('../migrations', import.meta.url)),
    parameters: {
      api,
      producers: [api, ...producers].join(', '),
      whenRemoved,
    },
  }
}
