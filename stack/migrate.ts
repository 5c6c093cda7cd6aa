import { EnvironmentError, runMigrations } from '@waypost/http'
import { readStackEnv } from './env.ts'
import { serviceDatabases } from './migrate-everything.ts'

await runMigrations(() => {
  const env = readStackEnv()
  const automation = env.AUTOMATION_DATABASE_URL ?? env.DATABASE_URL
  const alias = env.ALIAS_DATABASE_URL ?? env.DATABASE_URL
  const accounts = env.ACCOUNTS_DATABASE_URL ?? env.DATABASE_URL
  if (automation && alias && accounts) return serviceDatabases({ automation, alias, accounts })
  throw new EnvironmentError(
    'DATABASE_URL is required: an embedded Postgres is brought up to date by `start`.',
  )
})
