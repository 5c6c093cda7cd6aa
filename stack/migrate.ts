import { readStackEnv } from './env.ts'
import { migrateEverything } from './migrate-everything.ts'

const env = readStackEnv()
const automation = env.AUTOMATION_DATABASE_URL ?? env.DATABASE_URL
const alias = env.ALIAS_DATABASE_URL ?? env.DATABASE_URL
const accounts = env.ACCOUNTS_DATABASE_URL ?? env.DATABASE_URL
if (automation && alias && accounts) {
  await migrateEverything({ automation, alias, accounts })
  process.stdout.write('The database is up to date.\n')
} else {
  process.stderr.write('DATABASE_URL is required: an embedded Postgres is brought up to date by `start`.\n')
  process.exitCode = 1
}
