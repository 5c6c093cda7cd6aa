import { fileURLToPath } from 'node:url'
import type { MigrationSet } from '@waypost/postgres'

/**
 * The migrations that keep a service's `audit_logs`, made by its own, in months.
 *
 * @param roles `api` reads the log, and takes months away; `producers` write it besides
 * @param whenRemoved SQL of a plpgsql function, run before a month is deleted; its table's name is in `name`
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
