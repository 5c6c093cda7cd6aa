import { openDatabase, describeError } from '@waypost/postgres'
import type { Keyring } from '../keyring.ts'
import { reseal } from './reseal.ts'
import type { SealedPlace } from './sealed-place.ts'
import { forgetSealingKeys } from './sealing-keys.ts'

export interface SealedDatabase {
  /** Of the login that migrates. */
  url: string
  keyring: Keyring
  /** Of the service. */
  schema: string
  places: SealedPlace[]
  /** Its name where it is not the first of the service, such as `alias/c1`. */
  cell?: string
}

const mostNamed = 5

/**
 * Seals with the current key everything that an older key has sealed, in one database after the other. Processes then no longer
 * need the older keys. A cell that fails, such as one that is away, keeps none of the others from being resealed.
 *
 * @param isCheck only reports what there is to do
 *
 * @returns the text to print, and whether everything is sealed with the current key
 */
export async function resealDatabases(
  databases: SealedDatabase[],
  { isCheck }: { isCheck: boolean },
): Promise<{ lines: string[]; isDone: boolean }> {
  const lines: string[] = []
  let isDone = true
  for (const { url, keyring, schema, places, cell } of databases) {
    const where = cell === undefined ? '' : `${cell}: `
    const { db, close } = openDatabase({ url, applicationName: 'reseal', maxConnections: 2 })
    try {
      let isOpen = true
      for (const { place, rows, unreadable } of await reseal({ db, keyring }, places, { isCheck })) {
        if (rows > 0) lines.push(`${isCheck ? 'to do' : 'resealed'}: ${rows} in ${where}${place}`)
        const named = unreadable.slice(0, mostNamed).map((row) => Object.values(row).join(' '))
        if (named.length > 0)
          lines.push(
            `opened by no key of the ring: ${unreadable.length} in ${where}${place}: ${named.join(', ')}`,
          )
        if (unreadable.length > 0) isOpen = false
        if (unreadable.length > 0 || (isCheck && rows > 0)) isDone = false
      }
      if (!isCheck && isOpen) await forgetSealingKeys({ db, keyring, schema })
    } catch (error) {
      if (cell === undefined) throw error
      lines.push(`failed: ${where}${describeError(error)}`)
      isDone = false
    } finally {
      await close()
    }
  }
  if (isDone) lines.push('All is sealed with the first key of ENCRYPTION_KEYS.')
  return { lines, isDone }
}
