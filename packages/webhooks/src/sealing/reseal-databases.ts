import { openDatabase } from '@waypost/postgres'
import type { Keyring } from '../keyring.ts'
import { reseal } from './reseal.ts'
import type { SealedPlace } from './sealed-place.ts'

export interface SealedDatabase {
  /** Of the login that migrates. */
  url: string
  keyring: Keyring
  places: SealedPlace[]
}

const mostNamed = 5

/**
 * The command that seals anew, in databases one after the other; with `--check` it says what there is to do, and does
 * nothing.
 *
 * @param options of the command line
 * @returns what to print, and whether nothing is left that the key that seals now has not sealed
 * @throws for an option that there is not
 */
export async function resealDatabases(
  databases: SealedDatabase[],
  options: string[],
): Promise<{ lines: string[]; isDone: boolean }> {
  const unknown = options.filter((option) => option !== '--check')
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(' ')} (there is --check)`)
  const isCheck = options.length > 0
  const lines: string[] = []
  let isDone = true
  for (const { url, keyring, places } of databases) {
    const { db, close } = openDatabase({ url, applicationName: 'reseal', maxConnections: 2 })
    try {
      for (const { place, rows, unreadable } of await reseal({ db, keyring }, places, { isCheck })) {
        if (rows > 0) lines.push(`${isCheck ? 'to do' : 'sealed anew'}: ${rows} in ${place}`)
        const named = unreadable.slice(0, mostNamed).map((row) => Object.values(row).join(' '))
        if (named.length > 0)
          lines.push(`opened by no key of the ring: ${unreadable.length} in ${place}: ${named.join(', ')}`)
        if (unreadable.length > 0 || (isCheck && rows > 0)) isDone = false
      }
    } finally {
      await close()
    }
  }
  if (isDone) lines.push('All is sealed with the first key of ENCRYPTION_KEYS.')
  return { lines, isDone }
}
