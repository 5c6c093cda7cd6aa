import type { Command } from '@waypost/commands'
import { openDatabase, systemClock } from '@waypost/postgres'
import type { readKeyEnv } from '../env.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'

// Runs with the migration login, because no server process may retire a key.
export const rotateJwtCommand = (readEnv: typeof readKeyEnv): Command => ({
  name: 'rotate-jwt',
  summary: 'Replace the key that signs JWTs; nobody notices',
  flags: {
    'at-once': 'Sign with the new key now, where the old one may be known: every token is worth nothing',
  },
  failure: 'could not rotate the key that signs JWTs',
  async run({ flags }) {
    const env = readEnv()
    const { db, close } = openDatabase({ url: env.DATABASE_URL, applicationName: 'rotate-jwt' })
    try {
      const services = { db, clock: systemClock, keyring: env.ENCRYPTION_KEYS }
      const isAtOnce = flags.has('at-once')
      const { kid, signsFrom, retired } = await rotateSigningKey(services, { isAtOnce })
      const until = retired.at.toISOString()
      return {
        lines: [
          `${kid} signs from ${signsFrom.toISOString()}.`,
          ...retired.kids.map((old) => `What ${old} signed is believed until ${until}.`),
        ],
      }
    } finally {
      await close()
    }
  },
})
