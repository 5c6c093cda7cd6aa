import { migrateAutomation } from './db/migrate.ts'
import { readMigrationEnv } from './env.ts'

await migrateAutomation(readMigrationEnv().DATABASE_URL)
