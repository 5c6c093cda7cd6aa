import { fileURLToPath } from 'node:url'
import { applyMigrations, createRoles } from '@waypost/postgres'

/** Brings the accounts' database up to date. May be repeated. */
export async function migrateAccounts(url: string): Promise<void> {
  await createRoles(url)
  await applyMigrations(url, [
    {
      name: 'accounts',
      schema: 'accounts',
      directory: fileURLToPath(new URL('migrations', import.meta.url)),
    },
  ])
}
