import { runCommand } from '@waypost/http'
import { resealDatabases } from '@waypost/webhooks'
import { readKeyEnv as readAliasEnv } from '../apps/alias-api/src/env.ts'
import { readKeyEnv as readAutomationEnv } from '../apps/automation-api/src/env.ts'
import { readKeyEnv as readAccountsEnv } from '../apps/dashboard/server/env.ts'
import { sealedPlaces } from './sealed-databases.ts'

await runCommand('could not seal anew', async () => {
  const databases = (
    [
      [readAccountsEnv(), sealedPlaces.accounts],
      [readAutomationEnv(), sealedPlaces.automation],
      [readAliasEnv(), sealedPlaces.alias],
    ] as const
  ).map(([env, places]) => ({
    url: env.DATABASE_URL,
    keyring: env.ENCRYPTION_KEYS,
    places,
  }))
  const { lines, isDone } = await resealDatabases(databases, process.argv.slice(2))
  for (const line of lines) process.stdout.write(`${line}\n`)
  if (!isDone) process.exitCode = 1
})
