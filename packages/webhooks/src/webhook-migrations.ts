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
    name: 'webhooks',
    schema,
    directory: fileURLToPath(new URL('../migrations', import.meta.url)),
    parameters: { api: roles.api, producers: roles.producers.join(', '), dispatcher: roles.dispatcher },
  }
}
