import { resealDatabases, type SealedDatabase } from '@waypost/webhooks'
import type { Command } from './run-commands.ts'

/**
 * The command `waypost reseal` for one or several databases.
 *
 * @param read the databases and their keys; may throw an `EnvironmentError`
 */
export const resealCommand = (read: () => SealedDatabase[]): Command => ({
  name: 'reseal',
  summary: 'Seal with the first key of ENCRYPTION_KEYS what an older one has sealed; may be repeated',
  flags: { check: 'Say what there is to do and do nothing; code 1 where that is anything' },
  failure: 'could not reseal',
  async run({ flags }) {
    const { lines, isDone } = await resealDatabases(read(), { isCheck: flags.has('check') })
    return { lines, isLeft: !isDone }
  },
})
