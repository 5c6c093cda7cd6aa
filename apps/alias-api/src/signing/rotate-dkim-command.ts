import type { Command } from '@waypost/commands'
import { openDatabase, describeError, systemClock } from '@waypost/postgres'
import type { Keyring } from '@waypost/webhooks'
import type { readKeyEnv } from '../env.ts'
import { rotateDkimKeys, UnknownDomainError } from './rotate-dkim-keys.ts'

/** In each database of the service that has the domain: in the first, or in the cell of whom it belongs to. */
export const rotateDkimCommand = (readEnv: typeof readKeyEnv): Command => ({
  name: 'rotate-dkim',
  summary: 'Make a new DKIM key for a domain, and print its DNS record',
  parameters: '<domain>',
  failure: 'could not make a new DKIM key',
  async run({ parameters: [given] }) {
    const { DATABASE_URL: first, ALIAS_CELLS: cells, ENCRYPTION_KEYS: keyring } = readEnv()
    const domain = given!.toLowerCase()
    const lines = await rotateIn({ url: first, keyring, hasCopies: false }, domain)
    const failed: string[] = []
    for (const { name, url } of cells)
      try {
        lines.push(...(await rotateIn({ url, keyring, hasCopies: lines.length > 0 }, domain)))
      } catch (error) {
        failed.push(`failed: alias/${name}: ${describeError(error)}`)
      }
    if (lines.length + failed.length === 0) throw new UnknownDomainError(domain)
    return { lines: [...lines, ...failed], isLeft: failed.length > 0 }
  },
})

/** @returns the DNS records to publish; none where the database does not have the domain */
async function rotateIn(
  { url, keyring, hasCopies }: { url: string; keyring: Keyring; hasCopies: boolean },
  domain: string,
): Promise<string[]> {
  const { db, close } = openDatabase({ url, applicationName: 'rotate-dkim' })
  try {
    const records = await rotateDkimKeys({ db, clock: systemClock, keyring }, domain, { hasCopies })
    return records.map(({ host, type, value }) => `${host}. ${type} "${value}"`)
  } catch (error) {
    if (error instanceof UnknownDomainError) return []
    throw error
  } finally {
    await close()
  }
}
