import { migrateAlias } from './db/migrate.ts'
import { readMigrationEnv } from './env.ts'

await migrateAlias(readMigrationEnv().DATABASE_URL)
