import type { Command } from '@waypost/commands'
import { openDatabase, systemClock } from '@waypost/postgres'
import type { readKeyEnv } from '../env.ts'
import { rotateDkimKeys } from './rotate-dkim-keys.ts'

export const rotateDkimCommand = (readEnv: typeof readKeyEnv): Command => ({
  name: 'rotate-dkim',
  summary: 'Make a new DKIM key for a domain, and print its DNS record',
  parameters: '<domain>',
  failure: 'could not make a new DKIM key',
  async run({ parameters: [domain] }) {
    const env = readEnv()
    const { db, close } = openDatabase({ url: env.DATABASE_URL, applicationName: 'rotate-dkim' })
    try {
      const services = { db, clock: systemClock, keyring: env.ENCRYPTION_KEYS }
      const records = await rotateDkimKeys(services, domain!.toLowerCase())
      return { lines: records.map(({ host, type, value }) => `${host}. ${type} "${value}"`) }
    } finally {
      await close()
    }
  },
})
