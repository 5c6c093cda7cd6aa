import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { domains } from '../db/tables.ts'
import type { FileAlias } from './read-aliases.ts'

/**
 * The verified custom domains of an owner among those of a file, with their ids. Locks them, so that deleting one waits until
 * the new aliases are there to be stopped with it.
 */
export async function findOwnDomains(
  tx: Db,
  ownerId: string,
  aliases: FileAlias[],
): Promise<Map<string, string>> {
  const named = new Set(aliases.map(({ address }) => address.slice(address.lastIndexOf('@') + 1)))
  const rows = await tx
    .select({ id: domains.id, domain: domains.domain })
    .from(domains)
    .where(
      and(
        eq(domains.ownerId, ownerId),
        eq(domains.status, 'verified'),
        isNull(domains.platformDomain),
        inArray(domains.domain, [...named]),
      ),
    )
    .for('key share')
  return new Map(rows.map(({ id, domain }) => [domain, id]))
}
