import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'
import { findDestination } from '../forwarding-addresses/find-destination.ts'
import { mostDestinations } from '../mail-rules/mail-rule.ts'
import type { FileAlias } from './read-aliases.ts'

interface Mailbox {
  id: string
  email: string
}

/** Where an alias of a file forwards its mail. */
interface Mailboxes {
  /** The first is for its forwarding rule, each other for a rule. */
  to: Mailbox[]
  /** Those of its row that it does not forward to. */
  leftOut: { email: string; reason: string }[]
}

export type FindMailboxes = (alias: Pick<FileAlias, 'mailboxes'>) => Mailboxes

const mostMailboxes = 1 + mostDestinations
const mostLeftOut = 20

/**
 * An alias forwards to those of its mailboxes in the file that are verified forwarding addresses of the owner, or, where none is, to
 * the one that the request names. Those found are locked, so that deleting one deletes the new rules too.
 */
export async function findMailboxes(
  tx: Db,
  ownerId: string,
  { aliases, forwardToId }: { aliases: FileAlias[]; forwardToId: string | undefined },
): Promise<FindMailboxes> {
  const fallback =
    forwardToId === undefined
      ? []
      : [{ id: forwardToId, email: await findDestination(tx, ownerId, forwardToId) }]
  const rows = await findOwn(tx, ownerId, new Set(aliases.flatMap(({ mailboxes }) => mailboxes)))
  const own = new Map(rows.map((row) => [row.email.toLowerCase(), row]))
  return ({ mailboxes }) => {
    const to: Mailbox[] = []
    const leftOut: Mailboxes['leftOut'] = []
    for (const email of new Set(mailboxes)) {
      const mailbox = own.get(email)
      const reason = refusalOf(mailbox, to.length)
      if (mailbox && reason === undefined) to.push(mailbox)
      else if (reason !== undefined && leftOut.length < mostLeftOut) leftOut.push({ email, reason })
    }
    return { to: to.length > 0 ? to : fallback, leftOut }
  }
}

type Own = Awaited<ReturnType<typeof findOwn>>[number]

async function findOwn(tx: Db, ownerId: string, named: Set<string>) {
  if (named.size === 0) return []
  const { id, email, verifiedAt, suspendedAt } = forwardingAddresses
  return tx
    .select({ id, email, isVerified: sql<boolean>`${verifiedAt} is not null`, suspendedAt })
    .from(forwardingAddresses)
    .where(
      and(
        eq(forwardingAddresses.ownerId, ownerId),
        // A parameter for all: a file may name more than a statement may have.
        sql`lower(${email}) = any(${sql.param([...named])}::text[])`,
      ),
    )
    .orderBy(id)
    .for('key share')
}

/** Why an alias does not forward to a mailbox of its row, for its owner to read; undefined where it does. */
function refusalOf(mailbox: Own | undefined, before: number): string | undefined {
  if (!mailbox) return 'Not a forwarding address of yours'
  if (!mailbox.isVerified)
    return mailbox.suspendedAt ? 'Suspended, because mail to it bounced' : 'Not confirmed yet'
  return before < mostMailboxes ? undefined : `An alias forwards to ${mostMailboxes} mailboxes at most`
}
