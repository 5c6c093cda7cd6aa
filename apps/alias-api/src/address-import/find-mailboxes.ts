import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import type { FileAlias } from './read-aliases.ts'

interface Mailbox {
  id: string
  email: string
}

/** Where an alias of a file forwards its mail; undefined: nowhere. */
export type FindMailbox = (alias: Pick<FileAlias, 'mailboxes'>) => Mailbox | undefined

/**
 * An alias forwards to the first of its mailboxes in the file that is a verified forwarding address of the owner, or
 * else to the one that the request names. Those found are locked, so that deleting one deletes the new rules too.
 */
export async function findMailboxes(
  tx: Db,
  ownerId: string,
  { aliases, forwardToId }: { aliases: FileAlias[]; forwardToId: string | undefined },
): Promise<FindMailbox> {
  const fallback =
    forwardToId === undefined
      ? undefined
      : { id: forwardToId, email: await findDestination(tx, ownerId, forwardToId) }
  const named = new Set(aliases.flatMap(({ mailboxes }) => mailboxes))
  const rows =
    named.size === 0
      ? []
      : await tx
          .select({ id: forwardingAddresses.id, email: forwardingAddresses.email })
          .from(forwardingAddresses)
          .where(
            and(
              eq(forwardingAddresses.ownerId, ownerId),
              isNotNull(forwardingAddresses.verifiedAt),
              inArray(sql`lower(${forwardingAddresses.email})`, [...named]),
            ),
          )
          .for('key share')
  const verified = new Map(rows.map((row) => [row.email.toLowerCase(), row]))
  return ({ mailboxes }) => verified.get(mailboxes.find((each) => verified.has(each)) ?? '') ?? fallback
}
