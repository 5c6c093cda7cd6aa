import { migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { aliasDatabase } from '../apps/alias-api/src/db/migrate.ts'
import { automationDatabase } from '../apps/automation-api/src/db/migrate.ts'
import { accountsDatabase } from '../apps/dashboard/server/db/migrate.ts'

export interface DatabaseUrls {
  automation: string
  alias: string
  accounts: string
}

/** The migration sets of each service, in the order in which they are applied. */
export const serviceDatabases = (urls: DatabaseUrls): { url: string; database: ServiceDatabase }[] => [
  { url: urls.accounts, database: accountsDatabase },
  { url: urls.automation, database: automationDatabase },
  { url: urls.alias, database: aliasDatabase },
]

/** Migrates each service's database; services may share one database. */
export async function migrateEverything(urls: DatabaseUrls): Promise<void> {
  for (const { url, database } of serviceDatabases(urls)) await migrateDatabase(url, database)
}
