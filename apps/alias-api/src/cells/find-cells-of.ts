import { splitCredential, type Credential } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { inArray } from 'drizzle-orm'
import { forwardingAddresses } from '../db/tables.ts'
import { askDirectory } from './ask-directory.ts'

interface Databases {
  home: Db
  names: string[]
  /** Undefined while the cell is away. */
  findCell(name: string): Db | undefined
}

/**
 * Finds the cells that have what credentials are of. The link that confirms a `mailbox` is in no directory: all databases are
 * asked for it by its hash, and one that is away may have it.
 */
export function findCellsOf({
  home,
  names,
  findCell,
}: Databases): (credentials: Credential[]) => Promise<(string | null)[]> {
  const findMailboxes = async (hashes: string[]): Promise<Map<string, string | null>> => {
    const found = new Map<string, string | null>()
    if (hashes.length === 0) return found
    const away: string[] = []
    const databases = [{ name: null, db: home }, ...names.map((name) => ({ name, db: findCell(name) }))]
    await Promise.all(
      databases.map(async ({ name, db }) => {
        const here = db && (await listHere(db, hashes).catch(() => undefined))
        for (const hash of here ?? []) found.set(hash, name)
        if (!here && name !== null) away.push(name)
      }),
    )
    for (const hash of hashes) if (!found.has(hash)) found.set(hash, away[0] ?? null)
    return found
  }
  return async (credentials) => {
    const hashes = credentials
      .map(splitCredential)
      .flatMap(({ kind, value }) => (kind === 'mailbox' ? [value] : []))
    const [cells, mailboxes] = await Promise.all([askDirectory(home)(credentials), findMailboxes(hashes)])
    return credentials.map((credential, index) => {
      const { kind, value } = splitCredential(credential)
      return kind === 'mailbox' ? mailboxes.get(value)! : cells[index]!
    })
  }
}

/** Those of the hashes of links that a database has. */
async function listHere(db: Db, hashes: string[]): Promise<string[]> {
  const { tokenHash } = forwardingAddresses
  const rows = await db
    .select({ tokenHash })
    .from(forwardingAddresses)
    .where(
      inArray(
        tokenHash,
        hashes.map((hash) => Buffer.from(hash, 'hex')),
      ),
    )
  return rows.map((row) => row.tokenHash!.toString('hex'))
}
