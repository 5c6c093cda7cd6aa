import { fileURLToPath } from 'node:url'
import type { MigrationSet } from '@waypost/postgres'

/**
 * The migrations that build the webhook tables in a service's schema.
 *
 * @param roles `api` serves the owner, `producers` publish events, `dispatcher` delivers them
 */
export function webhookMigrations(
  schema: string,
  roles: { api: string; producers: string[]; dispatcher: string },
): MigrationSet {
  return {
    ...webhookMigrationFiles(schema),
    parameters: { api: roles.api, producers: roles.producers.join(', '), dispatcher: roles.dispatcher },
  }
}

/** The same for a process that only checks that they have been applied. */
export const webhookMigrationFiles = (schema: string): Omit<MigrationSet, 'parameters'> => ({
  name: 'webhooks',
  schema,
  directory: fileURLToPath(new URL('../migrations', import.meta.url)),
})
