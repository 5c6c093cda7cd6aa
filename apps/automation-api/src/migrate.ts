import { runMigrations } from '@waypost/http'
import { automationDatabase } from './db/migrate.ts'
import { readMigrationEnv } from './env.ts'

await runMigrations(() => [{ url: readMigrationEnv().DATABASE_URL, database: automationDatabase }])
