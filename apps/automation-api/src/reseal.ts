import { runCommand } from '@waypost/http'
import { resealDatabases } from '@waypost/webhooks'
import { sealedPlaces } from './db/sealed-places.ts'
import { readKeyEnv } from './env.ts'

await runCommand('could not seal anew', async () => {
  const { DATABASE_URL: url, ENCRYPTION_KEYS: keyring } = readKeyEnv()
  const { lines, isDone } = await resealDatabases(
    [{ url, keyring, places: sealedPlaces }],
    process.argv.slice(2),
  )
  for (const line of lines) process.stdout.write(`${line}\n`)
  if (!isDone) process.exitCode = 1
})
