import { runCommand } from '@waypost/http'
import { openDatabase, systemClock } from '@waypost/postgres'
import { readKeyEnv } from './env.ts'
import { rotateSigningKey } from './signing-keys/rotate-signing-key.ts'

// As the login that migrates: no process may retire a key.
await runCommand('could not rotate the key that signs JWTs', async () => {
  const options = process.argv.slice(2)
  const unknown = options.filter((option) => option !== '--at-once')
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')} (there is --at-once)`)
  const env = readKeyEnv()
  const { db, close } = openDatabase({ url: env.DATABASE_URL, applicationName: 'rotate-jwt-key' })
  try {
    const services = { db, clock: systemClock, keyring: env.ENCRYPTION_KEYS }
    const { kid, signsFrom, retired } = await rotateSigningKey(services, { isAtOnce: options.length > 0 })
    process.stdout.write(`${kid} signs from ${signsFrom.toISOString()}.\n`)
    for (const old of retired.kids)
      process.stdout.write(`What ${old} signed is believed until ${retired.at.toISOString()}.\n`)
  } finally {
    await close()
  }
})
