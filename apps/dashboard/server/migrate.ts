import { migrateAccounts } from './db/migrate.ts'
import { readMigrationEnv } from './env.ts'

await migrateAccounts(readMigrationEnv().DATABASE_URL)
