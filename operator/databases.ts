import { migrateDatabase, type ServiceDatabase } from '@waypost/postgres'
import { aliasDatabase } from '../apps/alias-api/src/db/migrate.ts'
import { automationDatabase } from '../apps/automation-api/src/db/migrate.ts'
import { accountsDatabase } from '../apps/dashboard/server/db/migrate.ts'

export interface DatabaseUrls {
  automation: string
  alias: string
  accounts: string
}

/** What each service has in its database, in the order in which they are brought up to date. */
export const serviceDatabases = (urls: DatabaseUrls): { url: string; database: ServiceDatabase }[] => [
  { url: urls.accounts, database: accountsDatabase },
  { url: urls.automation, database: automationDatabase },
  { url: urls.alias, database: aliasDatabase },
]

/** Brings each service's database up to date; they may be one and the same. */
export async function migrateEverything(urls: DatabaseUrls): Promise<void> {
  for (const { url, database } of serviceDatabases(urls)) await migrateDatabase(url, database)
}
