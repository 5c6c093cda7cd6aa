import { migrateAlias } from '../apps/alias-api/src/db/migrate.ts'
import { migrateAutomation } from '../apps/automation-api/src/db/migrate.ts'
import { migrateAccounts } from '../apps/dashboard/server/db/migrate.ts'

/** Brings each service's database up to date; they may be one and the same. */
export async function migrateEverything(urls: {
  automation: string
  alias: string
  accounts: string
}): Promise<void> {
  await migrateAccounts(urls.accounts)
  await migrateAutomation(urls.automation)
  await migrateAlias(urls.alias)
}
