import { runCommand } from '@waypost/http'
import { openDatabase, systemClock } from '@waypost/postgres'
import { readKeyEnv } from './env.ts'
import { rotateDkimKeys } from './signing/rotate-dkim-keys.ts'

await runCommand('could not make another DKIM key', async () => {
  const [domain, ...others] = process.argv.slice(2)
  if (domain === undefined || others.length > 0) throw new Error('the domain is missing: … ada.dev')
  const env = readKeyEnv()
  const { db, close } = openDatabase({ url: env.DATABASE_URL, applicationName: 'rotate-dkim-key' })
  try {
    const services = { db, clock: systemClock, keyring: env.ENCRYPTION_KEYS }
    for (const { host, type, value } of await rotateDkimKeys(services, domain.toLowerCase()))
      process.stdout.write(`${host}. ${type} "${value}"\n`)
  } finally {
    await close()
  }
})
